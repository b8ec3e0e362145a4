import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import type { Certification } from '@funnel/contracts/release-management';
import {
  call,
  ReleaseError,
  safeToRepeat,
  type ReleaseClient,
} from '@funnel/release-kit/client/publish-client';
import * as z from 'zod';

import { certificationEmail } from './certification-email.ts';

/** The service rejects a longer report. */
const maxReportChars = 2000;

/** The fields that are read from Playwright's JSON report: https://playwright.dev/docs/test-reporters#json-reporter. */
const playwrightReportSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.object({ message: z.string().optional() })),
  suites: z.array(
    z.object({
      specs: z.array(
        z.object({
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

/** What Node, Playwright and Chromium need, also behind a proxy. */
const inheritedNames =
  /^(PATH|HOME|LANG|TMPDIR|CI|CHROMIUM_PATH|PLAYWRIGHT_BROWSERS_PATH|XDG_\w+|LD_LIBRARY_PATH|NODE_EXTRA_CA_CERTS|PLAYWRIGHT_DOWNLOAD_HOST|DEBUG|LC_ALL|(ALL|HTTPS?|NO)_PROXY)$/i;

/** The browser inherits the environment, which may contain secrets, and runs remotes that may not have been reviewed. */
const inheritedEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => inheritedNames.test(name)));

const textOf = (errors: readonly { readonly message?: string | undefined }[]): string =>
  errors.map(({ message = '' }) => stripVTControlCharacters(message)).join('\n');

/** Throws if no test got a browser. */
function certificationFrom(json: string): Certification {
  const { stats, errors, suites } = playwrightReportSchema.parse(JSON.parse(json));
  const tests = suites.flatMap(({ specs }) => specs.flatMap((spec) => spec.tests));
  const errorMessages = [
    ...errors,
    ...tests.flatMap(({ results }) => results.flatMap(({ error }) => error ?? [])),
  ];
  const annotations = tests.flatMap((test) => test.annotations);
  // A browser that is missing, or cannot start, says nothing about the set.
  if (!annotations.some(({ type }) => type === 'browser'))
    throw new Error(textOf(errorMessages) || 'No test ran.');
  const tested = annotations.flatMap(({ type, description }) =>
    type === 'walked' ? (description ?? []) : [],
  );
  // A test that was skipped, or that passed only the second time, certifies nothing.
  const { expected, unexpected, flaky, skipped } = stats;
  const hasPassed = expected > 0 && unexpected + flaky + skipped + errors.length === 0;
  const text = [textOf(errorMessages), ...tested].filter(Boolean).join('\n');
  return { outcome: hasPassed ? 'passed' : 'failed', report: text.slice(0, maxReportChars) };
}

/**
 * Runs the end-to-end smoke test against the set, by a preview link. Playwright prints its progress to standard error.
 * Throws `ReleaseError` if the test could not start.
 */
export async function runSmokeTest(
  client: ReleaseClient,
  rootFolder: string,
  setId: string,
): Promise<Certification> {
  const { url } = await call(client, (api) => api.previewSet(setId), safeToRepeat);
  const folder = await mkdtemp(join(tmpdir(), 'certify-'));
  const reportFile = join(folder, 'report.json');
  try {
    const program = join(rootFolder, 'node_modules/@playwright/test/cli.js');
    const child = spawn(process.execPath, [program, 'test', '--config', 'e2e/smoke.config.ts'], {
      cwd: rootFolder,
      stdio: ['ignore', process.stderr, process.stderr],
      env: {
        ...inheritedEnvironment(),
        NODE_OPTIONS: '--conditions=source',
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
        CERTIFY_URL: url,
        CERTIFY_SET: setId,
        CERTIFY_EMAIL: certificationEmail(setId),
      },
    });
    await once(child, 'close');
    return certificationFrom(await readFile(reportFile, 'utf8'));
  } catch (error) {
    throw new ReleaseError(
      `The smoke test could not start: ${error instanceof Error ? error.message : String(error)}`,
      'smoke-test-not-started',
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
