import { describeUrls } from './describe-urls.ts';

it('names the port of the page, and where a product runs by default', () => {
  expect(describeUrls('mfe-quiz', 3105)).toBe(`
  mfe-quiz alone        http://localhost:3105/
  in a running product  the product's URL with ?remote=mfe-quiz@http://localhost:3105/
                        (by default http://localhost:3000/?remote=mfe-quiz@http://localhost:3105/)
`);
});

it('names no product on the port of the page', () => {
  expect(describeUrls('mfe-quiz', 3000)).toBe(`
  mfe-quiz alone        http://localhost:3000/
  in a running product  the product's URL with ?remote=mfe-quiz@http://localhost:3000/
`);
});
