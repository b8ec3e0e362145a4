/** `npm start` takes it unless PORT is set. The page does not know on which port a product runs. */
const productPort = 3000;

/** What the dev page of one remote prints when it listens. */
export function describeUrls(app: string, port: number): string {
  const override = `?remote=${app}@http://localhost:${port}/`;
  const rows = [
    [`${app} alone`, `http://localhost:${port}/`],
    ['in a running product', `the product's URL with ${override}`],
    ...(port === productPort ? [] : [['', `(by default http://localhost:${productPort}/${override})`]]),
  ];
  const width = Math.max(...rows.map(([label = '']) => label.length));
  return `\n${rows.map(([label = '', url = '']) => `  ${label.padEnd(width)}  ${url}\n`).join('')}`;
}
