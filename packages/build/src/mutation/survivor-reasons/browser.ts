import type { SurvivorReason } from './survivor-reason.ts';

export const browserSurvivors: readonly SurvivorReason[] = [
  {
    file: 'mfe-quiz/src/lead/lead-store.ts',
    changes: ['{ return undefined; } → {}'],
    reason: 'A function without a return returns undefined.',
  },
  {
    file: 'mfe-quiz/src/lead/lead-store.ts',
    changes: ['!workingFactory → false', '\'No IndexedDB\' → ""', '\'IndexedDB does not respond\' → ""'],
    reason: 'Every failure has the same effect, and no message of one is shown.',
  },
  {
    file: 'mfe-quiz/src/lead/lead-submission.ts',
    changes: ['\'id-taken\' → ""'],
    reason: 'No code compares a result with it.',
  },
  {
    file: 'mfe-quiz/src/lead/lead-submission.ts',
    changes: [
      '`Could not send the lead; it will be sent later: ${status}` → ``',
      '\'Could not send the lead; it will be sent later\' → ""',
    ],
    reason: 'A warning for developers, in the console of the browser.',
  },
  {
    file: 'mfe-quiz/src/lead/lead-submission.ts',
    changes: ['status < 300 → status <= 300'],
    reason: '`fetch` follows redirects, so there is no status 300 with an answer.',
  },
  {
    file: 'shell/src/remotes/remote-loader.ts',
    changes: ['fallback → true'],
    reason: 'Without a fallback it would load nothing, and the error is ignored.',
  },
  {
    file: 'shell/src/state/stored-state.ts',
    changes: [
      'value === null → false',
      '\'not a goal\' → ""',
      '\'not an email\' → ""',
      '\'not an object\' → ""',
    ],
    reason: 'Any error makes the text invalid.',
  },
  {
    file: 'shell/src/state/three-key-storage.ts',
    changes: ['{ for (const key of storedKeys) write(key, null); } → {}'],
    reason: 'redux-persist requires `removeItem`, and the shell never calls it.',
  },
];
