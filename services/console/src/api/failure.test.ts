import { parseFailure } from '@funnel/contracts/api-client';

import { describeFailedChange, describeFailure } from './failure.ts';

const problem = (status: number, code: string, detail: string) =>
  parseFailure(status, { type: `urn:problem:${code}`, title: 'A title', status, code, detail });

it.each([
  [problem(401, 'unauthorized', 'No'), 'You are signed out.', []],
  [problem(503, 'unavailable', 'No'), 'The service does not respond.', []],
  [problem(500, 'internal', 'Something went wrong on our side'), 'The service has failed.', []],
  [
    problem(409, 'promotion-refused', 'A canary runs.'),
    'The service rejected the request.',
    ['A canary runs.'],
  ],
  [
    { kind: 'rejected', code: 'unknown-response', reasons: [], files: [] },
    'The service has been updated since this page was loaded. Reload the page.',
    [],
  ],
] as const)('an operator learns of %j why it failed', (failure, title, reasons) => {
  expect(describeFailure(failure)).toEqual({ title, reasons });
});

it('only a change may have been made although the service does not respond', () => {
  expect(describeFailedChange(problem(503, 'unavailable', 'No')).title).toBe(
    'The service does not respond. The change may have been made: check before you try again.',
  );
  expect(describeFailedChange(problem(500, 'internal', 'Something went wrong on our side'))).toEqual({
    title: 'The service has failed. The change may have been made: check before you try again.',
    reasons: [],
  });
  expect(describeFailedChange(problem(409, 'promotion-refused', 'A canary runs.'))).toEqual({
    title: 'The service rejected the request.',
    reasons: ['A canary runs.'],
  });
});
