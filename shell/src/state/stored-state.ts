import { checkEmail, trimEmail } from '@funnel/contracts/email';
import { emptyFunnelState, stateLimits, type FunnelState } from '@funnel/contracts/funnel-state';

/** The three keys of local storage. Nothing else is ever written there. */
export const storedKeys = ['specialGoal', 'email', 'quizAnswers'] as const;
export type StoredKey = (typeof storedKeys)[number];

/** The console texts for a read or write that fails. The funnel then continues in memory. */
export const storageMessages = {
  load: 'Could not load data from localStorage',
  specialGoal: 'Could not save goal to localStorage',
  email: 'Could not save data',
  quizAnswers: 'Could not save answers to localStorage',
} as const;

/** Whether this product can have written the text: within the service's limit and without control characters. */
const isOwnText = (text: unknown, maxLength: number): text is string =>
  typeof text === 'string' && text.length <= maxLength && !/\p{Cc}/u.test(text);

const isAnswer = (entry: [label: string, answer: unknown]): entry is [string, string] =>
  isOwnText(entry[0], stateLimits.label) && isOwnText(entry[1], stateLimits.answer);

// Stored texts may be old, damaged or foreign, so each key is parsed like any other input. An invalid text gives undefined, or an
// error.
const parsers: {
  readonly [Key in StoredKey]: (text: string, onInvalidEntry: () => void) => FunnelState[Key] | undefined;
} = {
  specialGoal: (text) => (isOwnText(text, stateLimits.goal) ? text : undefined),
  email: (text) => (checkEmail(text) === 'ok' ? trimEmail(text) : undefined),
  quizAnswers(text, onInvalidEntry) {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value);
    const answers = entries.filter(isAnswer).slice(0, stateLimits.answers);
    if (answers.length < entries.length) onInvalidEntry();
    return Object.fromEntries(answers);
  },
};

/** The text of each key, or null if storage has none. A key that was not read is missing. */
export type StoredTexts = Partial<Record<StoredKey, string | null>>;

/** Reads each key separately: a key that cannot be read is reported and does not affect the others. */
function readStoredTexts(
  read: (key: StoredKey) => string | null,
  report: (message: string) => void,
): StoredTexts {
  const texts: StoredTexts = {};
  for (const key of storedKeys) {
    try {
      texts[key] = read(key);
    } catch {
      report(storageMessages.load);
    }
  }
  return texts;
}

/** Returns `state` with the stored texts applied. An invalid text is reported and leaves its key as it is. */
export function mergeStoredState(
  state: FunnelState,
  texts: StoredTexts,
  report: (message: string) => void,
): FunnelState {
  function value<Key extends StoredKey>(key: Key): FunnelState[Key] {
    const text = texts[key];
    if (text === undefined) return state[key];
    if (text === null || text === '') return emptyFunnelState[key];
    const reportInvalid = () => report(storageMessages.load);
    try {
      const parsed = parsers[key](text, reportInvalid);
      if (parsed !== undefined) return parsed;
    } catch {
      // Invalid, too.
    }
    reportInvalid();
    return state[key];
  }
  return { specialGoal: value('specialGoal'), email: value('email'), quizAnswers: value('quizAnswers') };
}

/** Reads the state from storage. Invalid texts are reported and treated as absent. Never throws. */
export const readStoredState = (
  read: (key: StoredKey) => string | null,
  report: (message: string) => void,
): FunnelState => mergeStoredState(emptyFunnelState, readStoredTexts(read, report), report);

/** The text to store for each key, or null if the key has no value. */
export function storedTexts(state: FunnelState): Readonly<Record<StoredKey, string | null>> {
  return {
    specialGoal: state.specialGoal,
    email: state.email,
    quizAnswers: Object.keys(state.quizAnswers).length > 0 ? JSON.stringify(state.quizAnswers) : null,
  };
}
