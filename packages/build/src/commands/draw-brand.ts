import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { brand } from '@funnel/contracts/brand';
import { locales } from '@funnel/contracts/content/locales';
import { socialTexts } from '@funnel/contracts/social-texts';

import { inRoot } from '../repository.ts';
import { browserFlags, findBrowser } from './find-browser.ts';
import { readArguments } from './command-line.ts';

readArguments('Usage: npm run brand', {});

/*
 * Draws the pictures of the brand from `shell/src/brand/favicon.svg`, the tokens and the texts. They are committed, because
 * a build needs no browser. Run it after one of them has changed.
 */

const folder = inRoot('shell/src/brand');
const mark = readFileSync(join(folder, 'favicon.svg'), 'utf8');
const tokens = readFileSync(inRoot('packages/ui/src/surface.module.css'), 'utf8');
const font = inRoot('node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');
const browser = findBrowser(console.log);
const work = mkdtempSync(join(tmpdir(), 'brand-'));

function draw(name: string, width: number, height: number, body: string, style: string): Buffer {
  const page = join(work, 'page.html');
  const picture = join(work, name);
  const fontFace = `@font-face{font-family:'Figtree Variable';font-weight:300 900;src:url('file://${font}')}`;
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><style>${tokens}${fontFace}body{margin:0}${style}</style><div class="surface">${body}</div>`,
  );
  const size = [`--window-size=${width},${height}`, '--force-device-scale-factor=1', '--hide-scrollbars'];
  const { status } = spawnSync(browser, [
    ...browserFlags,
    '--headless',
    '--allow-file-access-from-files',
    '--default-background-color=00000000',
    ...size,
    `--screenshot=${picture}`,
    `file://${page}`,
  ]);
  if (status !== 0) throw new Error(`The browser did not draw ${name}`);
  return readFileSync(picture);
}

/** An icon that fills its square: the system that shows it rounds the corners. */
const fullSquare = mark.replace(' rx="8"', '');
const icon = (name: string, size: number, drawing: string) =>
  draw(name, size, size, drawing, `svg{display:block;width:${size}px;height:${size}px}`);

/** An ICO file with one PNG (https://en.wikipedia.org/wiki/ICO_(file_format)). */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** Candlesticks: x, top, height, and length of the wicks. */
const candles = [
  [0, 250, 110, 30],
  [70, 200, 100, 26],
  [140, 225, 70, 34],
  [210, 130, 120, 28],
  [280, 60, 130, 30],
] as const;
const chart = `<svg viewBox="-10 10 340 400">${candles
  .map(
    ([x, y, height, wick], index) =>
      `<g class="${index === 2 ? 'accent' : 'bar'}"><rect x="${x + 17}" y="${y - wick}" width="6" height="${height + 2 * wick}" rx="3"/><rect x="${x}" y="${y}" width="40" height="${height}" rx="8"/></g>`,
  )
  .join('')}</svg>`;
const socialStyle = `
.social{display:grid;grid-template-columns:1fr 400px;gap:24px;width:1200px;height:630px;padding:72px;background:var(--tint)}
.text{display:flex;flex-direction:column;justify-content:space-between}
.name{display:flex;align-items:center;gap:20px;font-size:44px;font-weight:700;letter-spacing:-.02em}
.name svg{width:72px;height:72px}
h1{font-size:68px;line-height:1.1;letter-spacing:-.02em;overflow-wrap:break-word;margin-bottom:24px}
p{font-size:32px;line-height:1.35;color:var(--muted)}
.chart{display:grid;place-items:center;border-radius:40px;background:var(--surface);box-shadow:var(--shadow)}
.chart svg{width:320px}.bar{fill:var(--brand)}.accent{fill:var(--highlight)}`;

function social(locale: (typeof locales)[number]): Buffer {
  const { title, description } = socialTexts[locale];
  const headline = title.replace(` · ${brand.name}`, '');
  const text = `<div class="text"><div class="name">${mark}${brand.name}</div><div><h1>${headline}</h1><p>${description}</p></div></div>`;
  const body = `<div class="social">${text}<div class="chart">${chart}</div></div>`;
  return draw(`social-${locale}.png`, 1200, 630, body, socialStyle);
}

const pictures: Readonly<Record<string, Buffer>> = {
  'favicon.ico': toIco(icon('favicon.png', 32, mark), 32),
  'apple-touch-icon.png': icon('apple-touch-icon.png', 180, fullSquare),
  'icon-192.png': icon('icon-192.png', 192, mark),
  'icon-512.png': icon('icon-512.png', 512, fullSquare),
  ...Object.fromEntries(locales.map((locale) => [`social-${locale}.png`, social(locale)])),
};
for (const [name, bytes] of Object.entries(pictures)) {
  writeFileSync(join(folder, name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
rmSync(work, { recursive: true });
