import { releaseSetSchema, type ReleaseSet } from '@funnel/contracts/release';

interface SetWatchParts {
  readonly setId: ReleaseSet['id'];
  /** Asks the service for the set that the visitor belongs to now. */
  readonly ask: (signal: AbortSignal) => Promise<Response>;
  readonly loadAgain: () => void;
}

/** Later than this the visitor is at work on the new stage, and stays. */
const budgetMs = 2000;

/**
 * For the moment in which a visitor comes to another remote: where their set was withdrawn meanwhile, the page is loaded
 * again and they go on in the present one. Answers and history entry stay. Where nobody answers in time, nothing happens.
 */
export function createSetWatch({ setId, ask, loadAgain }: SetWatchParts): () => Promise<void> {
  return async () => {
    try {
      const response = await ask(AbortSignal.timeout(budgetMs));
      if (response.ok && releaseSetSchema.parse(await response.json()).id !== setId) loadAgain();
    } catch {
      // The set in hand is complete; it only may not be the newest.
    }
  };
}
