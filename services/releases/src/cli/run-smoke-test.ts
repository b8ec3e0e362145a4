import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import type { Certification } from '@funnel/contracts/release-management';
import * as z from 'zod';

import { preview, ReleaseError, type ReleaseClient } from './release-client.ts';

const timeoutMs = 2000;

/** What is read of Playwright's JSON report. */
const playwrightReportSchema = z.object({
  errors: z.array(z.object({ message: z.string().optional() })),
  suites: z.array(
    z.object({
      specs: z.array(
        z.object({
          ok: z.boolean(),
          tests: z.array(
            z.object({
              annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
              results: z.array(z.object({ error: z.object({ message: z.string() }).optional() })),
            }),
          ),
        }),
      ),
    }),
  ),
});

function certificationFrom(json: string): Certification {
  const { errors, suites } = playwrightReportSchema.parse(JSON.parse(json));
  const specs = suites.flatMap((suite) => suite.specs);
  const tests = specs.flatMap((spec) => spec.tests);
  const faults = [...errors, ...tests.flatMap(({ results }) => results.flatMap(({ error }) => error ?? []))];
  const tested = tests.flatMap(({ annotations }) => annotations.map(({ description = '' }) => description));
  const outcome = specs.length > 0 && specs.every(({ ok }) => ok) ? 'passed' : 'failed';
  const text = [...faults.map(({ message = '' }) => stripVTControlCharacters(message)), ...tested].join('\n');
  return { outcome, report: text.slice(0, timeoutMs) };
}

/**
 * Walks the whole funnel in a browser against exactly that set, by a preview link. What the browser does is told on the
 * standard error. Throws `ReleaseRefused` where the walk could not begin.
 */
export async function runSmokeTest(
  client: ReleaseClient,
  rootFolder: string,
  setId: string,
): Promise<Certification> {
  const { url } = await preview(client, setId);
  const folder = await mkdtemp(join(tmpdir(), 'certify-'));
  const reportFile = join(folder, 'report.json');
  try {
    const program = join(rootFolder, 'node_modules/@playwright/test/cli.js');
    const report = spawn(process.execPath, [program, 'test', '--config', 'e2e/smoke.config.ts'], {
      cwd: rootFolder,
      stdio: ['ignore', process.stderr, process.stderr],
      env: {
        ...process.env,
        NODE_OPTIONS: '--conditions=source',
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
        CERTIFY_URL: url,
        CERTIFY_SET: setId,
      },
    });
    await once(report, 'close');
    return certificationFrom(await readFile(reportFile, 'utf8'));
  } catch (error) {
    throw new ReleaseError(`The walk could not begin: ${String(error)}`, 'not-walked');
  } finally {
    await rm(folder, { recursive: true });
  }
}
