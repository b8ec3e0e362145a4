import type { ReleaseSetRecord } from '@funnel/contracts/release-management';
import { call, ReleaseError, safeToRepeat } from '@funnel/release-kit/client/publish-client';
import type { Command } from 'commander';

import { isoTime, parseId, type Run, checkVersions } from './command.ts';
import { runSmokeTest } from './run-smoke-test.ts';
import { deprecationWarnings } from './status-text.ts';

const setArgument = ['<set>', 'id of the release set', parseId] as const;

const smokeTestOf = ({ certification }: ReleaseSetRecord) =>
  certification ? `its smoke test ${certification.outcome}` : 'it has no smoke test yet';

/** Adds the commands for sets that are not live. */
export function addSetCommands(program: Command, run: Run): void {
  program
    .command('prepare')
    .alias('create-set')
    .summary('create a release set that is not live')
    .description('Creates a release set of the live versions and the given ones, and prints its id.')
    .argument('<version...>', 'name@version, such as mfe-quiz@1.1.0')
    .action((versions: string[], _options: object, command: Command) => {
      checkVersions(command, versions);
      return run(async ({ client }) => {
        const data = await call(client, (api) => api.createSet({ changes: versions }), safeToRepeat);
        return { data, text: data.id, warnings: deprecationWarnings(data) };
      });
    });

  program
    .command('verify')
    .summary('run the gates on the files of a set')
    .description(
      'Runs the gates on the files of a set: hashes, contract, React, paths, stored answers, size. A set that has passed them may still need a smoke test.',
    )
    .argument(...setArgument)
    .action((setId: string) =>
      run(async ({ client }) => {
        const data = await call(client, (api) => api.verifySet(setId));
        if (data.reasons.length > 0) throw new ReleaseError(data.reasons.join('\n'), 'promotion-refused');
        return {
          data,
          text: `set ${setId}: all gates passed; ${smokeTestOf(data.set)}`,
          warnings: deprecationWarnings(data.set),
        };
      }),
    );

  program
    .command('certify')
    .alias('smoke-test')
    .summary('run the end-to-end smoke test against a set')
    .description('Runs the end-to-end smoke test against the set and stores the result.')
    .argument(...setArgument)
    .action((setId: string) =>
      run(async ({ client, rootFolder }) => {
        const { outcome, report } = await runSmokeTest(client, rootFolder, setId);
        const result = { outcome, report };
        const data = await call(client, (api) => api.storeCertification(setId, result), safeToRepeat);
        const text = `set ${setId}: smoke test ${outcome}: ${report}`;
        if (outcome === 'failed') throw new ReleaseError(text, 'certification-failed');
        return { data, text, warnings: deprecationWarnings(data) };
      }),
    );

  program
    .command('preview')
    .summary('create a link to a set that is not live')
    .description('Creates a link that shows the set to anyone who opens it. The link is valid for a day.')
    .argument(...setArgument)
    .action((setId: string) =>
      run(async ({ client }) => {
        const data = await call(client, (api) => api.previewSet(setId), safeToRepeat);
        return { data, text: `${data.url}\n(expires ${isoTime(data.expiresAt)})` };
      }),
    );
}
