const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const;

export type Audit =
  /** `counts` by severity, the highest first. */
  | { readonly status: 'checked'; readonly counts: readonly (readonly [severity: string, count: number])[] }
  | { readonly status: 'not offered'; readonly reason: string }
  | { readonly status: 'failed'; readonly reason: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Statuses of registries without an audit endpoint: not found, not allowed, gone, not implemented. */
const notOffered = [404, 405, 410, 501];

/** Reads the output of `npm audit --json`. */
export function readAudit(output: string): Audit {
  const report = parse(output);
  if (!isRecord(report)) return { status: 'failed', reason: 'npm audit printed no report' };
  const { metadata, statusCode, message } = report;
  if (isRecord(metadata) && isRecord(metadata['vulnerabilities'])) {
    const found = metadata['vulnerabilities'];
    const counts = severities.map((severity) => [severity, Number(found[severity] ?? 0)] as const);
    return { status: 'checked', counts: counts.filter(([, count]) => count > 0) };
  }
  if (notOffered.includes(Number(statusCode)))
    return { status: 'not offered', reason: `the registry offers no audit (status ${String(statusCode)})` };
  return { status: 'failed', reason: String(message ?? 'npm audit printed no result') };
}
