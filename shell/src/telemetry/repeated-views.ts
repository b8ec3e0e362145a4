import type { ReportedEvent } from '@funnel/contracts/events';

interface RepeatedViews {
  /** Whether this is the view of content that the page reported before it was reloaded. */
  includes(event: ReportedEvent): boolean;
  /** Call it when another screen is shown. A later view of the same screen is a new one. */
  leaveScreen(): void;
}

/**
 * A reload shows a view again and reports nothing but a page view. Therefore the history entry, which outlives the page,
 * notes that its view of content is reported. A page whose first load failed has reported nothing, and does so later.
 */
export function createRepeatedViews(history: Pick<History, 'state' | 'replaceState'>): RepeatedViews {
  let isReported = history.state?.isViewReported === true;
  return {
    includes({ name }) {
      if (name !== 'ViewContent') return false;
      if (isReported) return true;
      history.replaceState({ ...history.state, isViewReported: true }, '');
      return false;
    },
    leaveScreen() {
      isReported = false;
    },
  };
}
