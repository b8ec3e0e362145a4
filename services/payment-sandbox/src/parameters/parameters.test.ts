import schemas from './parameters.schema.json';
import { parameterSchemas } from './parameter-schemas.testkit.ts';

jest.setTimeout(120_000);

it('the request schemas match the types of the library (else run: npm run schemas)', () => {
  expect(schemas).toEqual(parameterSchemas());
});
