import { checkEmail, maxEmailLength } from '@funnel/contracts/email';
import { emptyFunnelState, type FunnelState } from '@funnel/contracts/funnel-state';

/** The three keys of local storage; nothing else is ever written there. */
export const storedKeys = ['specialGoal', 'email', 'quizAnswers'] as const;
export type StoredKey = (typeof storedKeys)[number];

/** What a failing read or write says in the console. The funnel goes on in memory. */
export const storageMessages = {
  load: 'Could not load data from localStorage',
  specialGoal: 'Could not save goal to localStorage',
  email: 'Could not save data',
  quizAnswers: 'Could not save answers to localStorage',
} as const;

const maxGoalLength = 200;
const maxAnswers = 40;

function parseAnswers(text: string): FunnelState['quizAnswers'] {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('not an object');
  const answers: Record<string, string> = {};
  for (const [label, answer] of Object.entries(value).slice(0, maxAnswers)) {
    if (typeof answer === 'string') answers[label] = answer;
  }
  return answers;
}

// Whatever lies in storage may be old, damaged or not ours, so each key is parsed like any other input.
const parsers: { readonly [Key in StoredKey]: (text: string) => FunnelState[Key] } = {
  specialGoal: (text) => (text.length <= maxGoalLength ? text : null),
  email: (text) => (text.length <= maxEmailLength && checkEmail(text) === 'ok' ? text : null),
  quizAnswers: parseAnswers,
};

/** Reads the state from storage, each key by itself: a damaged one is reported and counts as absent. */
export function readStoredState(
  read: (key: StoredKey) => string | null,
  report: (message: string) => void,
): FunnelState {
  function value<Key extends StoredKey>(key: Key): FunnelState[Key] {
    try {
      const text = read(key);
      return text === null || text === '' ? emptyFunnelState[key] : parsers[key](text);
    } catch {
      report(storageMessages.load);
      return emptyFunnelState[key];
    }
  }
  return { specialGoal: value('specialGoal'), email: value('email'), quizAnswers: value('quizAnswers') };
}

/** The text to store for each key, or null where there is nothing to keep. */
export function storedTexts(state: FunnelState): Readonly<Record<StoredKey, string | null>> {
  return {
    specialGoal: state.specialGoal,
    email: state.email,
    quizAnswers: Object.keys(state.quizAnswers).length > 0 ? JSON.stringify(state.quizAnswers) : null,
  };
}
