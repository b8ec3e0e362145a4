import { checkEmail } from '@funnel/contracts/email';
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

/** As much as the service takes of each: what is longer was not written here, and would have the lead refused. */
const limits = { goal: 200, label: 80, answer: 400, answers: 40 };

const isAnswer = (entry: [label: string, answer: unknown]): entry is [string, string] =>
  entry[0].length <= limits.label && typeof entry[1] === 'string' && entry[1].length <= limits.answer;

// Whatever lies in storage may be old, damaged or not ours, so each key is parsed like any other input. What is no good throws.
const parsers: {
  readonly [Key in StoredKey]: (text: string, onForeign: () => void) => FunnelState[Key];
} = {
  specialGoal(text) {
    if (text.length > limits.goal) throw new RangeError('too long');
    return text;
  },
  email(text) {
    if (checkEmail(text) !== 'ok') throw new TypeError('no address');
    return text.trim();
  },
  quizAnswers(text, onForeign) {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('no object');
    const entries = Object.entries(value);
    const answers = entries.filter(isAnswer).slice(0, limits.answers);
    if (answers.length < entries.length) onForeign();
    return Object.fromEntries(answers);
  },
};

/** What lies in storage, as it is; a key that was not read, or could not be, is missing. */
export type StoredTexts = Partial<Record<StoredKey, string | null>>;

/** Reads each key by itself: one that cannot be read is reported, and costs no other. */
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

/** The state with what was read put in its place. What is damaged or not ours is reported and changes nothing. */
export function mergeStoredState(
  state: FunnelState,
  texts: StoredTexts,
  report: (message: string) => void,
): FunnelState {
  function value<Key extends StoredKey>(key: Key): FunnelState[Key] {
    const text = texts[key];
    if (text === undefined) return state[key];
    if (text === null || text === '') return emptyFunnelState[key];
    const onForeign = () => report(storageMessages.load);
    try {
      return parsers[key](text, onForeign);
    } catch {
      onForeign();
      return state[key];
    }
  }
  return { specialGoal: value('specialGoal'), email: value('email'), quizAnswers: value('quizAnswers') };
}

/** Reads the state from storage: what is damaged or not ours is reported and counts as absent. */
export const readStoredState = (
  read: (key: StoredKey) => string | null,
  report: (message: string) => void,
): FunnelState => mergeStoredState(emptyFunnelState, readStoredTexts(read, report), report);

/** The text to store for each key, or null where there is nothing to keep. */
export function storedTexts(state: FunnelState): Readonly<Record<StoredKey, string | null>> {
  return {
    specialGoal: state.specialGoal,
    email: state.email,
    quizAnswers: Object.keys(state.quizAnswers).length > 0 ? JSON.stringify(state.quizAnswers) : null,
  };
}
