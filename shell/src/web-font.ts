import fontAddress from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

/**
 * Brings the web font once the page is in use. Loaded any earlier it delays the first paint of the headline, because text
 * that changes its face counts as painted anew.
 */
export async function loadWebFont(): Promise<void> {
  const face = new FontFace('Figtree Variable', `url(${fontAddress})`, {
    weight: '300 900',
    display: 'swap',
  });
  document.fonts.add(await face.load());
}
