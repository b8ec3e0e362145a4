import { reportQuerySchema } from './reports.ts';

const problemsOf = (query: object) =>
  reportQuerySchema.safeParse(query).error?.issues.map(({ path, message }) => [path.join('.'), message]);

it.each([
  {},
  { days: '400' },
  { from: '2026-01-31', to: '2026-01-31' },
  { from: '2026-01-01', to: '2027-02-04' },
  { source: 'meta', format: 'csv' },
])('a report can be about %j', (query) => {
  expect(problemsOf(query)).toBeUndefined();
});

const bothOrNeither = ['to', 'Name both days, or neither.'];
const wrongLength = ['to', 'The period must have 1 to 400 days.'];

it.each([
  ['a period without its last day', { from: '2026-01-01' }, [bothOrNeither]],
  ['a period without its first day', { to: '2026-01-01' }, [bothOrNeither]],
  ['a period that ends before it starts', { from: '2026-01-02', to: '2026-01-01' }, [wrongLength]],
  ['a period of 401 days', { from: '2026-01-01', to: '2027-02-05' }, [wrongLength]],
  [
    'visitors of two dimensions',
    { source: 'meta', device: 'phone' },
    [['source', 'Choose one of source, campaign, device and locale.']],
  ],
])('a report cannot be about %s', (_, query, problems) => {
  expect(problemsOf(query)).toEqual(problems);
});

it.each([
  { days: '0' },
  { days: '401' },
  { days: '1.5' },
  { format: 'xml' },
  { from: '2026-02-30' },
  { from: '0013-06-15' },
])('a report cannot be about %j', (query) => {
  expect(reportQuerySchema.safeParse(query).success).toBe(false);
});
