import type { SurvivorReasons } from './survivor-reason.ts';

export const browserSurvivors: SurvivorReasons = {
  'mfe-quiz/src/lead/lead-store.ts': {
    'A function without a return returns undefined.': ['{ return undefined; } → {}'],
    'Every failure has the same effect, and no message of one is shown.': [
      '!workingFactory → false',
      '\'No IndexedDB\' → ""',
    ],
  },
  'mfe-quiz/src/lead/lead-submission.ts': {
    'No code compares a result with it.': ['\'id-taken\' → ""'],
    'A warning for developers, in the console of the browser.': [
      '`Could not send the lead; it will be sent later: ${status}` → ``',
      '\'Could not send the lead; it will be sent later\' → ""',
    ],
    '`fetch` follows redirects, so there is no status 300 with an answer.': ['status < 300 → status <= 300'],
  },
  'shell/src/remotes/remote-loader.ts': {
    'Without a fallback it would load nothing, and the error is ignored.': ['fallback → true'],
  },
  'shell/src/state/stored-state.ts': {
    'Any error makes the text invalid.': ['value === null → false'],
  },
};
