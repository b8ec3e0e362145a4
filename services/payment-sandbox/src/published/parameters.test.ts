import path from 'node:path';

import documentation from '../parameters/parameters.documentation.json';
import schemas from '../parameters/parameters.schema.json';
import { createProgram, hasParameter, propertiesOf } from './sdk-types.testkit.ts';

jest.setTimeout(120_000);

interface Schema {
  readonly type: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

/** Every parameter of a call, nested ones as `line_items.price`. */
function parametersIn(schema: Schema): string[] {
  const { properties = {}, items, additionalProperties } = schema;
  if (items) return parametersIn(items);
  if (typeof additionalProperties === 'object') return parametersIn(additionalProperties);
  return Object.entries(properties).flatMap(([name, child]) => [
    name,
    ...parametersIn(child).map((nested) => `${name}.${nested}`),
  ]);
}

const typesFile = path.join(__dirname, 'sdk-parameters.testkit.ts');
const calls = Object.entries<Schema>(schemas).map(
  ([route, schema]) => [route, parametersIn(schema)] as const,
);
const cited = new Map(Object.entries<Record<string, string>>(documentation));
const program = createProgram([typesFile]);

afterAll(() => {
  const total = calls.flatMap(([, names]) => names).length;
  process.stdout.write(`${total} parameters of ${calls.length} calls, each with its documentation\n`);
});

it('every parameter cites the documentation of its call', () => {
  const expected = calls.map(([route, names]) => [route, names.toSorted()]);
  expect([...cited].map(([route, links]) => [route, Object.keys(links).toSorted()])).toEqual(expected);
  for (const [, links] of cited)
    for (const [name, link] of Object.entries(links))
      expect(link).toMatch(
        name === 'expand'
          ? 'https://docs.stripe.com/api/expanding_objects'
          : new RegExp(`^https://docs\\.stripe\\.com/api/[\\w/-]+#\\w+-${name.replaceAll('.', '-')}$`),
      );
});

it('every parameter is one of Stripe’s library', () => {
  const types = propertiesOf(program, typesFile, 'SdkParameters');
  const unknown = calls.flatMap(([route, names]) => {
    const type = types.get(route);
    return names
      .filter((name) => !type || !hasParameter(program.getTypeChecker(), type, name.split('.')))
      .map((name) => `${route}: ${name}`);
  });
  expect(unknown).toEqual([]);
});
