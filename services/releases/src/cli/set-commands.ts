import { UsageError, type Command } from './command.ts';
import { prepareSet, ReleaseError, sendCertification, verifySet } from './release-client.ts';
import { runSmokeTest } from './run-smoke-test.ts';

/** `mfe-quiz@1.1.0` and the like, as they were given. Throws `UsageError`. */
export function changesFrom(args: readonly string[]): readonly string[] {
  const odd = args.find((change) => !/^[a-z][a-z0-9-]+@\S+$/.test(change));
  if (odd) throw new UsageError(`"${odd}" is not of the form name@version.`);
  return args;
}

/** What is done with a set before anybody gets it. */
export const setCommands = {
  prepare: {
    usage: 'prepare <name@version> [name@version …]',
    summary: 'makes the set of what is live and these versions, and prints its id; nobody gets it yet',
    options: [],
    args: [1, 20],
    async run({ client, args }) {
      const data = await prepareSet(client, changesFrom(args));
      return { data, text: data.id };
    },
  },
  verify: {
    usage: 'verify <SET>',
    summary: 'what the gates say of a set: files, hashes, contract, React, paths, stored answers, size',
    options: [],
    args: [1, 1],
    async run({ client, args: [setId = ''] }) {
      const data = await verifySet(client, setId);
      if (data.reasons.length > 0) throw new ReleaseError(data.reasons.join('\n'), 'promotion-refused');
      return { data, text: `nothing stands against the set ${setId}` };
    },
  },
  certify: {
    usage: 'certify <SET>',
    summary: 'walks the whole funnel in a browser against exactly that set, and stores what came of it',
    options: [],
    args: [1, 1],
    async run({ client, rootFolder, args: [setId = ''] }) {
      const { outcome, report } = await runSmokeTest(client, rootFolder, setId);
      const data = await sendCertification(client, setId, { outcome, report });
      if (outcome === 'failed') throw new ReleaseError(report, 'certification-failed');
      return { data, text: `the set ${setId} passed: ${report}` };
    },
  },
} satisfies Record<string, Command>;
