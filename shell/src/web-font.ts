import fontUrl from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

/**
 * Loads the web font. Call it after the takeover: loaded earlier, it worsens LCP, because text that changes its font counts
 * as a new paint.
 */
export async function loadWebFont(): Promise<void> {
  const face = new FontFace('Figtree Variable', `url(${fontUrl})`, {
    weight: '400 700',
    display: 'swap',
  });
  document.fonts.add(await face.load());
}
