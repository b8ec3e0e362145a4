import { nameSchema, remoteManifestSchema, type RemoteManifest } from '@funnel/contracts/release';
import type { Clock } from '@funnel/service-kit/clock';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import { problem } from '@funnel/service-kit/problem';
import type { Context } from 'koa';

import { released, type ComposedSet } from './compose-set.ts';
import { previewCookie, signPreview } from './preview-cookie.ts';
import { queryParameter, redirectWithoutParameter } from './redirect-without-parameter.ts';
import { previewOf } from './release-cookies.ts';

/** As a query parameter of any document: `mfe-quiz@http://localhost:3100/`. */
const parameter = 'remote';
/** Stands for the version of a remote that is being worked on; nothing under it is ever kept by a browser. */
const localVersion = '0.0.0+local';
const timeoutMs = 3000;
const lifetimeMs = 24 * 3600 * 1000;

interface LocalRemote {
  readonly name: string;
  /** Where its `remote.json` lies, with a slash at the end. */
  readonly address: string;
}

// On this machine only, so that no link can bring code from elsewhere into the page.
const isHere = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

function parseLocalRemote(text: string): LocalRemote | null {
  const [, name = '', address = ''] = /^([^@]+)@(.+)$/.exec(text) ?? [];
  if (!nameSchema.safeParse(name).success || !URL.canParse(address)) return null;
  const url = new URL('.', address);
  return isHere(url) ? { name, address: url.href } : null;
}

async function fetchFrom({ name, address }: LocalRemote, path: string): Promise<Response> {
  const answer = await fetch(new URL(path, address), { signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => null,
  );
  if (answer?.ok) return answer;
  throw problem('unavailable', {
    detail: `${path} of ${name} cannot be had from ${address}. Open /?preview=end to go on without it.`,
  });
}

async function readLocalManifest(remote: LocalRemote): Promise<RemoteManifest> {
  const manifest = remoteManifestSchema.parse(await (await fetchFrom(remote, 'remote.json')).json());
  return { ...manifest, version: localVersion };
}

/**
 * For development: shows a browser the set it would get, with remotes from addresses on this machine. It is a preview: it says
 * what it is, counts in no figure, and `?preview=end` ends it.
 */
export function localOverride({ secret, isSecure }: CookieSettings, clock: Clock) {
  function remotesOf(ctx: Context): LocalRemote[] {
    const { kind, about = [] } = previewOf(ctx) ?? {};
    if (kind !== 'local') return [];
    return about.flatMap((text) => parseLocalRemote(Buffer.from(text, 'base64url').toString()) ?? []);
  }

  return {
    /** Begins an override where the address asks for one, beside those of other remotes. Says whether it answered. */
    followLink(ctx: Context): boolean {
      const begun = parseLocalRemote(queryParameter(ctx, parameter) ?? '');
      if (!begun) return false;
      const others = remotesOf(ctx).filter(({ name }) => name !== begun.name);
      const about = [...others, begun].map(({ name, address }) =>
        Buffer.from(`${name}@${address}`).toString('base64url'),
      );
      const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
      const preview = { kind: 'local', about, expiresAt: clock() + lifetimeMs } as const;
      ctx.cookies.set(previewCookie, signPreview(preview, secret), options);
      redirectWithoutParameter(ctx, parameter);
      return true;
    },

    /** The release with this browser's remotes in it, as they are built now; null where it has none. */
    async applyTo(ctx: Context, release: ComposedSet): Promise<ComposedSet | null> {
      const local = remotesOf(ctx);
      if (local.length === 0) return null;
      const manifests = await Promise.all(local.map(readLocalManifest));
      const isPublished = ({ name }: { name: string }) => !local.some((remote) => remote.name === name);
      const { set, remotes } = release;
      const places = local.map(({ name, address }) => `${name}@${new URL(address).host}`);
      return {
        ...release,
        set: {
          ...set,
          id: [set.id, ...places].join('+').slice(0, 64),
          isPreview: true,
          remotes: [...set.remotes.filter(isPublished), ...manifests.map(released)],
          // What is broken here is to be seen here.
          previous: set.previous.filter(isPublished),
        },
        remotes: [...remotes.filter(isPublished), ...manifests],
      };
    },

    /** A file of such a remote; null where the browser has none like it. */
    async file(ctx: Context, name: string, version: string, path: string) {
      const remote = remotesOf(ctx).find((candidate) => candidate.name === name);
      if (!remote || version !== localVersion) return null;
      const { files } = await readLocalManifest(remote);
      const file = Object.hasOwn(files, path) ? files[path] : undefined;
      if (!file) return null;
      const plain = Buffer.from(await (await fetchFrom(remote, path)).arrayBuffer());
      return { ...file, plain, brotli: null };
    },
  };
}
