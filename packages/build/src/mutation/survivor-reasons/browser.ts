import type { SurvivorReason } from './survivor-reason.ts';

export const browserSurvivors: readonly SurvivorReason[] = [
  {
    file: 'mfe-quiz/src/lead/lead-store.ts',
    changes: [
      '!workingFactory → false',
      '\'No IndexedDB\' → ""',
      '\'readonly\' → ""',
      '\'readwrite\' → ""',
      '(leads) => leads.get(key) → () => undefined',
      '(leads) => leads.put(lead, key) → () => undefined',
    ],
    reason: 'Only a browser has the database; the browser tests write and read it.',
  },
  {
    file: 'mfe-quiz/src/lead/lead-submission.ts',
    changes: ['status < 300 → status <= 300'],
    reason: '`fetch` follows redirects, so there is no status 300 with an answer.',
  },
  {
    file: 'mfe-quiz/src/lead/lead-submission.ts',
    changes: ['email !== null → true'],
    reason: 'No stored lead is without an email.',
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
      '\'too long\' → ""',
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
