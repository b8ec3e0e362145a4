import { readAudit } from './read-audit.ts';

it('reads the number of affected packages by severity, the highest first', () => {
  const vulnerabilities = { info: 0, low: 2, moderate: 0, high: 1, critical: 3, total: 6 };
  expect(readAudit(JSON.stringify({ auditReportVersion: 2, metadata: { vulnerabilities } }))).toEqual({
    status: 'checked',
    counts: [
      ['critical', 3],
      ['high', 1],
      ['low', 2],
    ],
  });
});

it('reads that no package is affected', () => {
  const vulnerabilities = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 };
  expect(readAudit(JSON.stringify({ metadata: { vulnerabilities } }))).toEqual({
    status: 'checked',
    counts: [],
  });
});

it.each([404, 405, 410, 501])('reports that a registry with status %d offers no audit', (statusCode) => {
  expect(readAudit(JSON.stringify({ message: 'x', statusCode }))).toEqual({
    status: 'not offered',
    reason: `the registry offers no audit (status ${statusCode})`,
  });
});

it.each([
  ['', 'npm audit printed no report'],
  [
    '{"message":"request failed, reason: getaddrinfo ENOTFOUND"}',
    'request failed, reason: getaddrinfo ENOTFOUND',
  ],
  ['{"statusCode":503,"message":"busy"}', 'busy'],
  ['{}', 'npm audit printed no result'],
])('does not treat a failure as a clean result: %s', (output, reason) => {
  expect(readAudit(output)).toEqual({ status: 'failed', reason });
});
