import { isReleaseSet } from '@funnel/contracts/guards/release-set';
import type { ReleaseSet } from '@funnel/contracts/release';
import { requestWithin } from '@funnel/shell-kit/time-limit';

interface ReleaseSetCheckOptions {
  readonly setId: ReleaseSet['id'];
  /** Fetches the set that the visitor is assigned now. */
  readonly fetchSet: (signal: AbortSignal) => Promise<Response>;
  readonly reloadPage: () => void;
}

/** After this time the visitor may already be using the new stage, so the page is not reloaded. */
const timeoutMs = 2000;

/**
 * Creates the check that runs when a visitor enters another stage. If their set was withdrawn in the meantime, it reloads
 * the page, and they continue in the current set with their answers and history. It does nothing if the request fails.
 */
export function createReleaseSetCheck({
  setId,
  fetchSet,
  reloadPage,
}: ReleaseSetCheckOptions): () => Promise<void> {
  return async () => {
    try {
      const set: unknown = await requestWithin(async (signal) => {
        const response = await fetchSet(signal);
        return response.ok ? response.json() : null;
      }, timeoutMs);
      if (isReleaseSet(set) && set.id !== setId) reloadPage();
    } catch {
      // The loaded set is complete and usable, even if it is not the newest.
    }
  };
}
