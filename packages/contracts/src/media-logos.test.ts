import { mediaLogos } from './media-logos.ts';

it('names each publication with its mark, and marks the samples, which link to no article', () => {
  // Samples until the owner replaces them. A real publication has `isSample: false`.
  expect(mediaLogos).toEqual([
    { name: 'The Ledger', mark: 'L', link: null, isSample: true },
    { name: 'Market Weekly', mark: 'MW', link: null, isSample: true },
    { name: 'Open Finance', mark: 'OF', link: null, isSample: true },
    { name: 'Daily Signal', mark: 'DS', link: null, isSample: true },
  ]);
});
