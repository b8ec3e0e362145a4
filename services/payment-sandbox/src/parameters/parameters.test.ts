import schemas from './parameters.schema.json';
import { parameterSchemas } from './parameter-schemas.testkit.ts';

jest.setTimeout(120_000);

it('what requests are checked by is what the types of the library say (else: npm run schemas)', () => {
  expect(schemas).toEqual(parameterSchemas());
});
