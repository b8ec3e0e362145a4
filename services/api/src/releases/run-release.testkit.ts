import { releaseCommand } from '@funnel/releases/cli/release-command';

import { testOperatorToken } from '../platform/service.testkit.ts';

/** Runs the release command as the operator of the tests, outside of any repository. */
export const release = (origin: string, args: string[], environment: Record<string, string> = {}) =>
  releaseCommand(args, {
    environment: { RELEASE_URL: origin, OPERATOR_TOKEN: testOperatorToken, ...environment },
    rootFolder: '/nowhere',
  });
