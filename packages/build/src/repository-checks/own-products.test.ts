import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../../../e2e/src/own-product');

interface Spec {
  readonly file: string;
  readonly releases: boolean;
  readonly product: string | undefined;
}

const specs: readonly Spec[] = readdirSync(folder)
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return {
      file,
      releases: text.includes("from '../support/builds.ts'"),
      product: /\bproductName: '([^']+)'/.exec(text)?.[1],
    };
  });

/** Another spec on the same product would find versions live that it has not released. */
const hasOwnProduct = ({ file, product }: Spec): boolean =>
  product !== undefined && !specs.some((other) => other.file !== file && other.product === product);

it('a browser test that releases versions has a product that no other one uses', () => {
  const releasing = specs.filter(({ releases }) => releases);
  expect(releasing.length).toBeGreaterThan(10);
  expect(releasing.filter((spec) => !hasOwnProduct(spec)).map(({ file }) => file)).toEqual([]);
});
