import { isConsentAsked, readConsent } from '@funnel/contracts/consent';
import type { pageEndpoints } from '@funnel/contracts/page-endpoints';
import { stagePaths } from '@funnel/contracts/stage-paths';

import { keepLanding } from '../conversions/visitor.ts';
import { startOfferOfDocument } from '../offer/offer.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { PublicHandlers } from '../platform/http/endpoint-router.ts';
import { pathOfOurs } from '../platform/http/path-of-ours.ts';
import { knownVisitId, visitOf } from '../platform/http/visit.ts';
import type { ReadBuild } from '../releases/build-repository.ts';
import type { LiveRelease } from '../releases/visitors/live-release.ts';
import type { VisitorReleases } from '../releases/visitors/visitor-release.ts';
import { answerFile, answerText } from './answers.ts';
import { encodings } from './compression.ts';
import { iconOf } from './document.ts';
import { documents } from './documents.ts';
import { publishedFiles } from './published-files.ts';

const immutable = 'public, max-age=31536000, immutable';

/** Mailers and ad tools add one. */
const withoutEndingSlash = (path: string): string => (path === '/' ? path : path.replace(/\/+$/, ''));

/** Everything outside `/api`: published files by their immutable addresses, and the document for any other path. */
export function pageRoutes(
  context: AppContext,
  readBuild: ReadBuild,
  live: LiveRelease,
  visitors: VisitorReleases,
  /** Where the console is in development; null where visitors must not learn of one. */
  consoleUrl: (() => string) | null,
): PublicHandlers<keyof typeof pageEndpoints> {
  const findFile = publishedFiles(context, readBuild);
  const documentFor = documents(context);

  return {
    async remoteFile(ctx) {
      const { name = '', version = '', path = '' } = ctx.params;
      const local = await visitors.localFile(ctx, name, version, path);
      if (local) return answerFile(ctx, local, 'no-store');
      answerFile(ctx, name === 'shell' ? null : await findFile(name, version, path), immutable);
    },
    async shellFile(ctx) {
      const { version = '', path = '' } = ctx.params;
      answerFile(ctx, await findFile('shell', version, path), immutable);
    },
    noRemoteFile: (ctx) => answerFile(ctx, null, immutable),
    noShellFile: (ctx) => answerFile(ctx, null, immutable),
    robots: (ctx) => answerText(ctx, 200, 'User-agent: *\nAllow: /'),
    consoleRedirect(ctx) {
      if (!consoleUrl) return answerText(ctx, 404, 'There is nothing at this address.');
      const path = `/${ctx.params['path'] ?? ''}`;
      // Only addresses of the console itself: a URL parser drops tabs and line breaks, and may find another host.
      ctx.redirect(new URL(/^(\/[\w-]+)*\/?$/.test(path) ? path : '/', consoleUrl()).href);
    },
    async favicon(ctx) {
      const release = await live.current();
      const icon = release && iconOf(release.shell);
      answerFile(
        ctx,
        icon ? await findFile('shell', release.shell.version, icon) : null,
        'public, max-age=300',
      );
    },

    async document(ctx) {
      if (visitors.followPreviewLink(ctx)) return;
      const path = withoutEndingSlash(pathOfOurs(ctx.path));
      if (path !== ctx.path) {
        ctx.redirect(path + ctx.search);
        ctx.status = 308;
        return;
      }
      const known = knownVisitId(ctx);
      keepLanding(context, ctx);
      const release = await visitors.releaseFor(ctx, { isDocument: true });
      if (!release) {
        ctx.set('Retry-After', '1');
        return answerText(ctx, 503, 'We are setting things up. Please try again in a moment.');
      }
      // A visit that begins here has a row once its page reports; without one, nobody fills the table by requests alone.
      if (ctx.path === stagePaths.offer && known !== null) startOfferOfDocument(context, known);
      const document = documentFor(release, ctx.path, {
        currency: visitOf(ctx).currency,
        asksConsent: isConsentAsked(
          context.config.CONSENT,
          readConsent(ctx.get('Cookie')),
          ctx.get('Sec-GPC') === '1',
        ),
      });
      const encoding = encodings.find((known) => ctx.acceptsEncodings(known)) ?? 'identity';
      ctx.set(document.headers);
      ctx.vary('Accept-Encoding');
      ctx.vary('Cookie');
      if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
      ctx.status = document.status;
      ctx.body = await document.encoded(encoding);
      ctx.type = 'text/html; charset=utf-8';
    },
  };
}
