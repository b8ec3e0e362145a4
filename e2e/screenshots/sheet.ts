import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { inRoot } from '@funnel/build/repository';
import type { Browser } from '@playwright/test';

export interface Size {
  /** The window, in px. */
  readonly width: number;
  readonly height: number;
  /** Screenshots per row of the contact sheet. */
  readonly columns: number;
  /** Whether its sheet of the light series belongs to the documentation. */
  readonly isInDocs?: boolean;
}

export const sizes: readonly Size[] = [
  { width: 320, height: 640, columns: 10 },
  { width: 375, height: 740, columns: 10, isInDocs: true },
  { width: 768, height: 1024, columns: 8 },
  { width: 1280, height: 800, columns: 6, isInDocs: true },
  { width: 1440, height: 900, columns: 6 },
];

/** Where screenshots that are not part of the documentation go. */
export const picturesFolder = resolve(process.env['PICTURES_FOLDER'] ?? inRoot('.cache/screenshots'));
export const docsFolder = inRoot('docs/screenshots');

const sheetWidth = 1600;

interface Screenshot {
  readonly file: string;
  readonly caption: string;
  /** Its height as a number of windows. A high screenshot is cut into as many pieces. */
  readonly windows: number;
}

interface Sheet {
  /** The file to write. */
  readonly path: string;
  readonly size: Size;
  readonly screenshots: readonly Screenshot[];
}

/** Writes one picture with all screenshots of a size beside each other. */
export async function writeSheet(browser: Browser, { path, size, screenshots }: Sheet): Promise<void> {
  const { width, height, columns } = size;
  const cells = screenshots.flatMap(({ file, caption, windows }) => {
    const source = `data:image/png;base64,${readFileSync(file).toString('base64')}`;
    return Array.from({ length: windows }, (_, index) => {
      const part = windows > 1 ? ` (${index + 1} of ${windows})` : '';
      return `<figure><div><img src="${source}" style="top: ${-100 * index}%"></div><figcaption>${caption}${part}</figcaption></figure>`;
    });
  });
  const page = await browser.newPage({ viewport: { width: sheetWidth, height: 1000 } });
  await page.setContent(`<style>
    body { margin: 12px; display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 10px; font: 11px sans-serif; background: #ddd }
    figure { margin: 0 }
    div { position: relative; aspect-ratio: ${width} / ${height}; overflow: hidden; background: #bbb }
    img { position: absolute; width: 100% }
  </style>${cells.join('')}`);
  await page.screenshot({ path, fullPage: true });
  await page.close();
}
