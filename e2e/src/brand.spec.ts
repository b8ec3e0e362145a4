import type { APIRequestContext } from '@playwright/test';

import { expect, test } from './support/funnel.ts';

/** Width and height, which a PNG names in its first chunk. */
const sizeOf = (png: Buffer) => {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};

/** A file that any page may request, with its content type. */
async function fileAt(request: APIRequestContext, path: string, type: string): Promise<Buffer> {
  const response = await request.get(path);
  expect([response.status(), response.headers()['content-type']], path).toEqual([200, type]);
  expect(response.headers()['cache-control'], path).toBe('public, max-age=300');
  return response.body();
}

test('every page links the icons and the web manifest, which exist in their sizes', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const links = [...html.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
  expect(links.map(([, kind, path]) => [kind, path])).toEqual([
    ['icon', '/favicon.ico'],
    ['icon', '/favicon.svg'],
    ['apple-touch-icon', '/apple-touch-icon.png'],
    ['manifest', '/brand/site.webmanifest'],
  ]);
  expect(html).toContain('<meta name="theme-color" content="#FBFAF7">');

  const ico = await fileAt(request, '/favicon.ico', 'image/x-icon');
  // One picture of 32 × 32, which is a PNG at the named position.
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico[6], ico[7]]).toEqual([1, 1, 32, 32]);
  expect(sizeOf(ico.subarray(ico.readUInt32LE(18)))).toEqual([32, 32]);
  const svg = await fileAt(request, '/favicon.svg', 'image/svg+xml');
  expect(svg.toString()).toMatch(/^<svg /);
  expect(sizeOf(await fileAt(request, '/apple-touch-icon.png', 'image/png'))).toEqual([180, 180]);

  const manifest: {
    name: string;
    start_url: string;
    theme_color: string;
    icons: { src: string; type: string; sizes: string }[];
  } = JSON.parse(
    (await fileAt(request, '/brand/site.webmanifest', 'application/manifest+json; charset=utf-8')).toString(),
  );
  expect(manifest).toMatchObject({ name: 'Candela', start_url: '/', theme_color: '#FBFAF7' });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512']);
  for (const { src, type, sizes } of manifest.icons) {
    const file = await fileAt(request, src, type);
    if (type === 'image/png') expect(sizeOf(file).join('x')).toBe(sizes);
  }
});

test('a shared link has a picture and texts in the language of the page', async ({ request }) => {
  for (const [language, title] of [
    ['en', '28-Day Trading Challenge · Candela'],
    ['de', '28-Tage-Trading-Challenge · Candela'],
  ] as const) {
    const html = await (await request.get('/', { headers: { 'accept-language': language } })).text();
    const property = (name: string) =>
      new RegExp(`<meta property="og:${name}" content="([^"]+)">`).exec(html)?.[1] ?? '';
    expect(property('title')).toBe(title);
    expect(property('description').length).toBeGreaterThan(30);
    // Its URL would have to be absolute, and this service does not know its own.
    expect(html).not.toContain('og:image');
    const picture = `/brand/social-${language}.png`;
    expect(sizeOf(await fileAt(request, picture, 'image/png'))).toEqual([1200, 630]);
  }
});

test('the browser accepts the web manifest, and the mark is beside the name in the top bar', async ({
  page,
}) => {
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/brand/site.webmanifest', []]);
  const home = page.getByRole('link', { name: 'Candela, to the start' });
  await expect(home.locator('svg')).toBeVisible();
  await expect(home).toHaveText('Candela');
});
