import { versionedName, type Manifest } from '@funnel/contracts/release';
import { initSync, parse } from 'es-module-lexer';

/** The properties of a file's stored bytes, regardless of its manifest. */
export interface StoredFile {
  /** Whether the bytes and their compressed copy match the hash under which they are stored. */
  readonly isIntact: boolean;
  readonly bytes: number;
  /** The size in transit: compressed if that is smaller. */
  readonly wireBytes: number;
  readonly hasReact: boolean;
  /** Whether a script is an ES module, or loads one by `import()`. `unread` if it is too long to be checked. */
  readonly usesModules: boolean | 'unread';
  /** What looks like a secret in the text, such as `a Stripe secret key`. Everybody can read a published file. */
  readonly secrets: readonly string[];
  /** The scripts and styles that the text names in full, in the way in which the bundler writes the names of chunks. */
  readonly loads: readonly string[];
  /** Those of the containers of the inspected builds that the text names. */
  readonly containers: readonly string[];
}

/**
 * Code that only a copy of React contains, with property names that minifiers keep. It passes the call of a hook on to the
 * renderer (`H` from React 19 on), and creates the object through which React and React DOM find each other. Code that only names
 * or reads that object, such as a bundler's glue for shared modules, does neither. A disguised copy is not found, because the
 * check is against mistakes, not attacks.
 */
const partsOfReact = [
  /\.(?:H|current)\.use(?:State|Effect|LayoutEffect|Memo|Callback|Ref|Reducer|Context|Id)\(/,
  /\.__(?:CLIENT|SERVER|DOM)_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=(?!=)/,
  /\.__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED\s*=(?!=)/,
];
/** Names that are built at run time are not found. The build of a remote with one chunk writes them in full. */
const chunkName = /["'`]([\w-][\w.-]*\.[0-9a-f]{8}\.(?:js|css))["'`]/g;

const secretKinds = [
  { name: 'a Stripe secret key', pattern: /\b[sr]k_(?:test|live)_[A-Za-z0-9]{10}/ },
  { name: 'the secret of a webhook', pattern: /\bwhsec_[A-Za-z0-9+/]{24}/ },
  { name: 'a private key', pattern: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/ },
];

/** How findings describe one of the secrets that the caller knows. */
export const serviceSecret = 'a secret of the service';

initSync();

/**
 * Larger scripts are not parsed. For each import and each exported name the lexer takes memory, of which it has a fixed amount,
 * and time, in which the service handles no request.
 */
export const maxParsed = { characters: 1024 * 1024, words: 2000 };

/** Text that cannot be read as a script counts as one with modules. */
function usesModules(text: string): StoredFile['usesModules'] {
  const words = text.split(/\b(?:import|export)\b/, maxParsed.words + 2).length - 1;
  if (words === 0) return false;
  if (words > maxParsed.words || text.length > maxParsed.characters) return 'unread';
  try {
    const [imports, exports] = parse(text);
    return imports.length + exports.length > 0;
  } catch {
    return true;
  }
}

/** The globals that the entries of these builds have to define. */
const containersOf = (builds: readonly Manifest[]): string[] =>
  builds.flatMap(({ kind, name, version }) => (kind === 'remote' ? [versionedName(name, version)] : []));

/** Minifiers keep the name of a global, as a variable, a property or a string. A longer name may be that of another version. */
const namesGlobal = (text: string, name: string) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text);

/**
 * What a browser would find in the text of a file: a copy of React, ES modules, secrets, the files that it loads, and the
 * containers of `builds`. `knownSecrets` are searched for as they are.
 */
export function inspectBytes(
  body: Uint8Array,
  builds: readonly Manifest[],
  knownSecrets: readonly string[] = [],
): Omit<StoredFile, 'isIntact' | 'bytes' | 'wireBytes'> {
  const text = Buffer.from(body).toString('latin1');
  return {
    hasReact: partsOfReact.some((part) => part.test(text)),
    usesModules: usesModules(text),
    secrets: [
      ...secretKinds.flatMap(({ name, pattern }) => (pattern.test(text) ? [name] : [])),
      ...(knownSecrets.some((secret) => text.includes(secret)) ? [serviceSecret] : []),
    ],
    loads: [...text.matchAll(chunkName)].map(([, name = '']) => name),
    containers: containersOf(builds).filter((name) => namesGlobal(text, name)),
  };
}

/** Describes the files of a build that contain what looks like a secret. `stored` is by hash. */
export const secretFindings = ({ files }: Manifest, stored: ReadonlyMap<string, StoredFile>): string[] =>
  Object.entries(files).flatMap(([path, { integrity }]) =>
    (stored.get(integrity)?.secrets ?? []).map(
      (secret) =>
        `${path} contains what looks like ${secret}. Remove it from the build, and replace it where it is used.`,
    ),
  );
