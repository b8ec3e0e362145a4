import { nameSchema, remoteManifestSchema, type RemoteManifest } from '@funnel/contracts/release';
import { toReleasedRemote } from '@funnel/release-kit/federation/released-remote';
import type { Clock } from '@funnel/service-kit/clock';
import { dayMs } from '@funnel/service-kit/durations';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import { problem } from '@funnel/service-kit/problem';
import type { Context } from 'koa';

import type { ComposedSet } from './compose-set.ts';
import { previewCookie, signPreview } from './preview-cookie.ts';
import { queryParameter, redirectWithoutParameter } from './redirect-without-parameter.ts';
import { previewOf } from './release-cookies.ts';

/** A query parameter of any document: `mfe-quiz@http://localhost:3100/`. */
const parameter = 'remote';
/** The version of a remote under development. Browsers never cache its files. */
const localVersion = '0.0.0+local';
const timeoutMs = 3000;
const lifetimeMs = dayMs;

interface LocalRemote {
  readonly name: string;
  /** The URL of the folder with its `remote.json`, with a trailing slash. */
  readonly url: string;
}

// Only this machine, so that no link can load code from elsewhere.
const isLocalUrl = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

function parseLocalRemote(text: string): LocalRemote | null {
  const [, name = '', folder = ''] = /^([^@]+)@(.+)$/.exec(text) ?? [];
  if (!nameSchema.safeParse(name).success || !URL.canParse(folder)) return null;
  const url = new URL('.', folder);
  return isLocalUrl(url) ? { name, url: url.href } : null;
}

const cannotLoad = (path: string, { name, url }: LocalRemote) =>
  problem('unavailable', {
    detail: `${path} of ${name} cannot be loaded from ${url}. Open /?preview=end to continue without it.`,
  });

async function fetchFrom({ name, url }: LocalRemote, path: string): Promise<Response> {
  // A redirect may lead to another machine.
  const options: RequestInit = { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) };
  const response = await fetch(new URL(path, url), options).catch(() => null);
  if (response?.ok) return response;
  throw cannotLoad(path, { name, url });
}

async function readLocalManifest(remote: LocalRemote): Promise<RemoteManifest> {
  const response = await fetchFrom(remote, 'remote.json');
  const { data } = remoteManifestSchema.safeParse(await response.json().catch(() => null));
  if (!data) throw cannotLoad('remote.json', remote);
  return { ...data, version: localVersion };
}

/**
 * Shows a browser its set with remotes from this machine, for development. It is a preview: it is marked, is not
 * counted in analytics, and ends with `?preview=end`.
 */
export function localOverride({ secret, isSecure }: CookieSettings, clock: Clock) {
  function remotesOf(ctx: Context): LocalRemote[] {
    const { kind, targets = [] } = previewOf(ctx) ?? {};
    if (kind !== 'local') return [];
    return targets.flatMap((text) => parseLocalRemote(Buffer.from(text, 'base64url').toString()) ?? []);
  }

  return {
    /**
     * Starts an override if the URL requests one, in addition to those of other remotes. Returns whether it sent a
     * response.
     */
    followLink(ctx: Context): boolean {
      const override = parseLocalRemote(queryParameter(ctx, parameter) ?? '');
      if (!override) return false;
      const others = remotesOf(ctx).filter(({ name }) => name !== override.name);
      const targets = [...others, override].map(({ name, url }) =>
        Buffer.from(`${name}@${url}`).toString('base64url'),
      );
      const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
      const preview = { kind: 'local', targets, expiresAt: clock() + lifetimeMs } as const;
      ctx.cookies.set(previewCookie, signPreview(preview, secret), options);
      redirectWithoutParameter(ctx, parameter);
      return true;
    },

    /** Returns the set with this browser's local remotes in their current build, or null if it has none. */
    async applyTo(ctx: Context, composed: ComposedSet): Promise<ComposedSet | null> {
      const local = remotesOf(ctx);
      if (local.length === 0) return null;
      const manifests = await Promise.all(local.map(readLocalManifest));
      const isPublished = ({ name }: { name: string }) => !local.some((remote) => remote.name === name);
      const { set, remotes } = composed;
      const hosts = local.map(({ name, url }) => `${name}@${new URL(url).host}`);
      return {
        ...composed,
        set: {
          ...set,
          id: [set.id, ...hosts].join('+').slice(0, 64),
          isPreview: true,
          remotes: [...set.remotes.filter(isPublished), ...manifests.map(toReleasedRemote)],
          // Developers must see failures instead of fallbacks.
          previous: set.previous.filter(isPublished),
        },
        remotes: [...remotes.filter(isPublished), ...manifests],
      };
    },

    /** Returns a file of a local remote, or null. */
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
