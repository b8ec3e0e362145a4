import { failureOf } from './call.ts';

const problem = (code: string, status: number, more: object = {}) => ({
  type: `urn:problem:${code}`,
  title: 'A title',
  status,
  code,
  ...more,
});

it('gives every reason of a refusal', () => {
  const reasons = ['/final would have no owner.', 'mfe-quiz asks for React ^18.0.0.'];
  expect(failureOf(409, problem('promotion-refused', 409, { detail: 'both', reasons }))).toEqual({
    kind: 'rejected',
    code: 'promotion-refused',
    reasons,
  });
});

it('falls back to the detail, and to the title', () => {
  expect(failureOf(403, problem('forbidden', 403, { detail: 'A detail' })).reasons).toEqual(['A detail']);
  expect(failureOf(403, problem('forbidden', 403)).reasons).toEqual(['A title']);
});

it('names the fields that do not fit', () => {
  const errors = [{ path: 'percent', message: 'Too big' }, 'not an error'];
  expect(failureOf(422, problem('invalid-request', 422, { errors })).reasons).toEqual([
    'A title',
    'percent: Too big',
  ]);
});

it.each([
  [401, problem('unauthorized', 401), 'signed-out'],
  [503, problem('unavailable', 503), 'unavailable'],
  [502, '<html>a proxy</html>', 'unavailable'],
  [500, problem('internal', 500), 'rejected'],
])('takes %i as what it is', (status, body, kind) => {
  expect(failureOf(status, body).kind).toBe(kind);
});
