import { brand } from '@funnel/contracts/brand';
import { locales, isLocale } from '@funnel/contracts/content/locales';
import type { ShellManifest } from '@funnel/contracts/release';
import { socialTexts } from '@funnel/contracts/social-texts';

import { escapeHtml } from './escaping.ts';

/** The files of the shell below `/brand`. */
export const brandFiles: readonly string[] = [
  'site.webmanifest',
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  ...locales.map((locale) => `social-${locale}.png`),
];

/** The path of a brand file among the shell's files. Older shells have a hash in the name of their icon. */
export function brandFileOf({ files }: ShellManifest, file: string): string | undefined {
  const [name = '', extension = ''] = file.split('.');
  return Object.keys(files).find(
    (path) =>
      path === file ||
      (/^[\w-]+\.\w+\.\w+$/.test(path) && path.startsWith(`${name}.`) && path.endsWith(`.${extension}`)),
  );
}

/**
 * The icons, the web manifest and the preview of a shared link, as far as the shell has their files. The URL of the
 * preview's picture must be absolute (https://ogp.me). Without an `origin` there is no picture, because a visitor could forge
 * the host of a request, and documents are kept for others.
 */
export function brandLinks(
  shell: ShellManifest,
  locale: string,
  origin: string | undefined,
): readonly string[] {
  const has = (file: string) => brandFileOf(shell, file) !== undefined;
  const { title, description } = socialTexts[isLocale(locale) ? locale : 'en'];
  const picture = `social-${locale}.png`;
  const property = (name: string, content: string) =>
    `<meta property="og:${name}" content="${escapeHtml(content)}">`;
  return [
    ...(has('favicon.ico') ? ['<link rel="icon" href="/favicon.ico" sizes="32x32">'] : []),
    has('favicon.svg')
      ? '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'
      : '<link rel="icon" href="data:,">',
    ...(has('apple-touch-icon.png') ? ['<link rel="apple-touch-icon" href="/apple-touch-icon.png">'] : []),
    ...(has('site.webmanifest') ? ['<link rel="manifest" href="/brand/site.webmanifest">'] : []),
    ...(has(picture)
      ? [
          `<meta name="description" content="${escapeHtml(description)}">`,
          property('type', 'website'),
          property('site_name', brand.name),
          property('title', title),
          property('description', description),
        ]
      : []),
    ...(has(picture) && origin
      ? [
          property('image', `${origin}/brand/${picture}`),
          property('image:width', '1200'),
          property('image:height', '630'),
          '<meta name="twitter:card" content="summary_large_image">',
        ]
      : []),
  ];
}
