import { readAudit } from './read-audit.ts';

it('reads how many packages are affected, the worst first', () => {
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

it('reads that none is affected', () => {
  const vulnerabilities = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 };
  expect(readAudit(JSON.stringify({ metadata: { vulnerabilities } }))).toEqual({
    status: 'checked',
    counts: [],
  });
});

it.each([404, 405, 410, 501])('says that a registry which answers %d offers no audit', (statusCode) => {
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
])('never takes a failure for a clean result: %s', (output, reason) => {
  expect(readAudit(output)).toEqual({ status: 'failed', reason });
});
