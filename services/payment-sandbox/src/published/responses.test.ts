import { readdirSync } from 'node:fs';
import path from 'node:path';

import { absentFields } from './absent-fields.testkit.ts';
import { collectResponses } from './responses.testkit.ts';
import { publishedExamples } from './published-examples.ts';
import { createProgram, fieldsRead, mismatches, propertiesOf } from './sdk-types.testkit.ts';

jest.setTimeout(120_000);

const typesFile = path.join(__dirname, 'sdk-objects.testkit.ts');
const serviceFolder = path.join(__dirname, '../../../api/src/billing/stripe');
const serviceFiles = readdirSync(serviceFolder)
  .filter((name) => /(?<!\.test|\.testkit)\.ts$/.test(name))
  .map((name) => path.join(serviceFolder, name));

const program = createProgram([typesFile, ...serviceFiles]);
const checker = program.getTypeChecker();
const read = fieldsRead(program, serviceFiles);
const absent = new Set(Object.values(absentFields).flat());
let responses: Awaited<ReturnType<typeof collectResponses>>;

beforeAll(async () => {
  responses = await collectResponses();
});
afterAll(() => {
  const objects = [...responses.values()].flat().length;
  const example = [...responses.keys()].filter((name) => publishedExamples.has(name)).length;
  const counts = [
    `${read.length} fields that the service reads`,
    `${objects} objects of ${responses.size} kinds, ${example} with a published example`,
    `${absent.size} fields of the examples are absent, for ${Object.keys(absentFields).length} reasons`,
  ];
  process.stdout.write(`${counts.join('\n')}\n`);
});

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an example that an object lacks. Objects with an example of their own are compared separately. */
function lacking(example: object, object: object, at: string): string[] {
  return Object.entries(example).flatMap(([field, expected]) => {
    if (!(field in object)) return [`${at}.${field}`];
    const actual: unknown = Reflect.get(object, field);
    const isOwn = isObject(actual) && publishedExamples.has(String(Reflect.get(actual, 'object')));
    return isObject(expected) && isObject(actual) && !isOwn
      ? lacking(expected, actual, `${at}.${field}`)
      : [];
  });
}

/** Whether a path leads to a field of an object. Where the object has null or an empty list, the path ends. */
function leadsTo(value: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true;
  if (Array.isArray(value)) return value.length === 0 || leadsTo(value[0], [name, ...rest]);
  if (value === null) return true;
  return isObject(value) && name in value && leadsTo(Reflect.get(value, name), rest);
}

/** `checkout.session.status` as the resource and the path in it. */
function split(field: string): [resource: string, path: string[]] {
  const resource = [...responses.keys()].find((name) => field.startsWith(`${name}.`)) ?? '';
  return [resource, field.slice(resource.length + 1).split('.')];
}

/**
 * Fields that an object has only sometimes. The error of the published example has no code, and its payment names no
 * payment intent: https://docs.stripe.com/api/invoice-payment/object#invoice_payment_object-payment-payment_intent
 */
const optionalFields = ['invoice.last_finalization_error.code', 'invoice_payment.payment.payment_intent'];

/** An invoice that is announced is the only object without an id. https://docs.stripe.com/api/events/types#event_types-invoice.upcoming */
const isAnnounced = (object: object) => Reflect.get(object, 'billing_reason') === 'upcoming';

describe('every field that the service reads', () => {
  it('is in the published example', () => {
    expect(read).toEqual(expect.arrayContaining(['checkout.session.payment_status', 'subscription.status']));
    const unknown = read.filter((field) => {
      const [resource, names] = split(field);
      return !leadsTo(publishedExamples.get(resource), names);
    });
    expect(unknown).toEqual(optionalFields);
  });

  it('is in the sandbox’s responses', () => {
    const missing = read.filter((field) => {
      const [resource, names] = split(field);
      return !responses.get(resource)?.every((object) => isAnnounced(object) || leadsTo(object, names));
    });
    expect(missing).toEqual([]);
  });
});

describe('every object of the sandbox', () => {
  it('has the types of Stripe’s library, null included', () => {
    const types = propertiesOf(program, typesFile, 'SdkObjects');
    expect([...responses.keys()].toSorted()).toEqual([...types.keys()].toSorted());
    const wrong = [...types].flatMap(([name, type]) =>
      (responses.get(name) ?? []).flatMap((object) => mismatches(checker, type, object, name)),
    );
    expect([...new Set(wrong)]).toEqual([]);
  });

  it('has every field of its published example, or a reason why not', () => {
    const found = [...responses].flatMap(([name, objects]) =>
      objects.flatMap((object) => lacking(publishedExamples.get(name) ?? {}, object, name)),
    );
    expect([...new Set(found)].filter((field) => field !== 'invoice.id').toSorted()).toEqual(
      [...absent].toSorted(),
    );
    const invoices = responses.get('invoice') ?? [];
    expect(invoices.filter((invoice) => !('id' in invoice))).toEqual(invoices.filter(isAnnounced));
  });
});
