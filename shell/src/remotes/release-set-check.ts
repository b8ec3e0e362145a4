import { releaseSetSchema, type ReleaseSet } from '@funnel/contracts/release';

interface ReleaseSetCheckOptions {
  readonly setId: ReleaseSet['id'];
  /** Asks the service for the set that the visitor belongs to now. */
  readonly fetchSet: (signal: AbortSignal) => Promise<Response>;
  readonly reloadPage: () => void;
}

/** Later than this the visitor is at work on the new stage, and stays. */
const budgetMs = 2000;

/**
 * For the moment in which a visitor comes to another remote: where their set was withdrawn meanwhile, the page is loaded
 * again and they go on in the present one. Answers and history entry stay. Where nobody answers in time, nothing happens.
 */
export function createReleaseSetCheck({
  setId,
  fetchSet,
  reloadPage,
}: ReleaseSetCheckOptions): () => Promise<void> {
  return async () => {
    try {
      const response = await fetchSet(AbortSignal.timeout(budgetMs));
      if (response.ok && releaseSetSchema.parse(await response.json()).id !== setId) reloadPage();
    } catch {
      // The set in hand is complete; it only may not be the newest.
    }
  };
}
