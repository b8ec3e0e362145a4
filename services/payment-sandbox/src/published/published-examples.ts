import { constantFields } from './constant-fields.ts';
import examples from './stripe-examples.json' with { type: 'json' };

/** Stripe's example objects by the value of their field `object`. See README.md in this folder. */
export const publishedExamples: ReadonlyMap<string, object> = new Map(Object.entries(examples.resources));

/** Null in an example, and no longer a field of the API. */
const outdated: Readonly<Record<string, string>> = { invoice: 'subscription' };

function unusedFieldsIn([resource, example]: [string, object]): [string, object] {
  const fields = Object.entries(example).filter(
    ([field, value]) => value === null && outdated[resource] !== field,
  );
  return [resource, { ...Object.fromEntries(fields), ...constantFields[resource] }];
}

const unusedFields = new Map([...publishedExamples].map(unusedFieldsIn));

/** The fields of Stripe's object that no sale here uses, with the values that they then have. */
export function unusedFieldsOf(object: object): object {
  return unusedFields.get(String(Reflect.get(object, 'object'))) ?? {};
}
