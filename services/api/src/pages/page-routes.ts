import { shouldPromptForConsent, readConsent } from '@funnel/contracts/consent';
import type { pageEndpoints } from '@funnel/contracts/page-endpoints';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { federationManifestFile } from '@funnel/release-kit/federation/federation-manifest';
import type { ReadBuild } from '@funnel/releases/registry/build-repository';
import type { LiveSets } from '@funnel/releases/visitors/live-sets';
import type { VisitorSets } from '@funnel/releases/visitors/visitor-set';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { sameSitePath } from '@funnel/service-kit/http/same-site-path';
import type { Context } from 'koa';

import type { VisitExperiments } from '../experiments/visit-experiments.ts';
import { createOfferStarter } from '../offer/offer.ts';
import type { AppContext } from '../platform/app-context.ts';
import { knownVisitId, visitOf } from '../tracking/visit.ts';
import { saveAttribution } from '../tracking/visitor-context.ts';
import { brandFiles, brandFileOf } from './brand-files.ts';
import { localesOf } from './compose-document.ts';
import { encodings } from './compression.ts';
import { createDocumentCache } from './document-cache.ts';
import { choosePageLocale } from '../platform/page-locale.ts';
import { createPublishedFileFinder } from './published-files.ts';
import { sendFile, sendText } from './responses.ts';

const shortLived = 'public, max-age=300';
const immutable = 'public, max-age=31536000, immutable';

/** Names an app and one version of it, so that a CDN can drop its copies of either. */
const surrogateKeys = (name: string, version: string): readonly string[] => [name, `${name}@${version}`];

/** Removes trailing slashes, which mailers and ad tools add. Not by a pattern: a path may consist of thousands of slashes. */
function withoutEndingSlash(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Serves everything outside `/api`: published files at their immutable URLs, and the document at any other path. */
export function pageRoutes(
  context: AppContext,
  readBuild: ReadBuild,
  live: LiveSets,
  visitors: VisitorSets,
  experiments: Pick<VisitExperiments, 'settingsIn'>,
  /** The console's URL in development. Null if visitors must not learn it. */
  consoleUrl: (() => string) | null,
): PublicHandlers<keyof typeof pageEndpoints> {
  const findFile = createPublishedFileFinder(context, readBuild);
  const documentFor = createDocumentCache(context);
  const startOffer = createOfferStarter(context);

  /** Sends a file of the live shell that has no version in its URL, so it is cached for a short time. */
  async function sendBrandFile(ctx: Context, name: string): Promise<void> {
    const composed = await live.current();
    const path = composed && brandFileOf(composed.shell, name);
    sendFile(ctx, path ? await findFile('shell', composed.shell.version, path) : null, shortLived);
  }

  return {
    async remoteFile(ctx) {
      const { name = '', version = '', path = '' } = ctx.params;
      const local = await visitors.localFile(ctx, name, version, path);
      if (local) return sendFile(ctx, local, 'no-store');
      const file = name === 'shell' ? null : await findFile(name, version, path);
      // What is derived from a build may be derived otherwise by the next version of the service.
      const cacheControl = path === federationManifestFile ? shortLived : immutable;
      sendFile(ctx, file, cacheControl, surrogateKeys(name, version));
    },
    async shellFile(ctx) {
      const { version = '', path = '' } = ctx.params;
      sendFile(ctx, await findFile('shell', version, path), immutable, surrogateKeys('shell', version));
    },
    noRemoteFile: (ctx) => sendFile(ctx, null, immutable),
    noShellFile: (ctx) => sendFile(ctx, null, immutable),
    robots: (ctx) => sendText(ctx, 200, 'User-agent: *\nAllow: /'),
    consoleRedirect(ctx) {
      if (!consoleUrl) return sendText(ctx, 404, 'There is nothing at this address.');
      const path = `/${ctx.params['path'] ?? ''}`;
      // Only paths of the console: a URL parser drops tabs and line breaks, and might find another host.
      ctx.redirect(new URL(/^(\/[\w-]+)*\/?$/.test(path) ? path : '/', consoleUrl()).href);
    },
    favicon: (ctx) => sendBrandFile(ctx, 'favicon.svg'),
    faviconIco: (ctx) => sendBrandFile(ctx, 'favicon.ico'),
    appleTouchIcon: (ctx) => sendBrandFile(ctx, 'apple-touch-icon.png'),
    async brandFile(ctx) {
      const { file = '' } = ctx.params;
      if (!brandFiles.includes(file)) return sendFile(ctx, null, 'no-store');
      await sendBrandFile(ctx, file);
    },

    async document(ctx) {
      if (visitors.followPreviewLink(ctx)) return;
      const path = withoutEndingSlash(sameSitePath(ctx.path));
      if (path !== ctx.path) {
        ctx.redirect(path + ctx.search);
        ctx.status = 308;
        return;
      }
      const visitId = knownVisitId(ctx);
      saveAttribution(context, ctx);
      const composed = await visitors.setFor(ctx, { isDocument: true });
      if (!composed) {
        ctx.set('Retry-After', '1');
        return sendText(ctx, 503, 'We are setting things up. Please try again in a moment.');
      }
      // A visit that starts here gets its row when its page reports. Otherwise requests alone could fill the table.
      if (ctx.path === stagePaths.offer && visitId !== null) startOffer(ctx, visitId);
      const document = documentFor(composed, ctx.path, {
        locale: choosePageLocale(ctx, localesOf(composed)),
        currency: visitOf(ctx).currency,
        armSettings: experiments.settingsIn(ctx, composed),
        hasConsentBanner: shouldPromptForConsent(
          context.config.CONSENT,
          readConsent(ctx.get('Cookie')),
          ctx.get('Sec-GPC') === '1',
        ),
      });
      const encoding = encodings.find((known) => ctx.acceptsEncodings(known)) ?? 'identity';
      ctx.set(document.headers);
      ctx.vary('Accept-Encoding');
      ctx.vary('Accept-Language');
      ctx.vary('Cookie');
      if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
      ctx.status = document.status;
      ctx.body = await document.encoded(encoding);
      ctx.type = 'text/html; charset=utf-8';
    },
  };
}
