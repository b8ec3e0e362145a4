import type { ReportedEvent } from '@funnel/contracts/events';

interface ViewFilter {
  /** Notes a view of content. Returns false if the screen has already reported it, perhaps before a reload. */
  admit(event: ReportedEvent): boolean;
  /** Call it when another screen is shown. A later view of the same screen is a new one. */
  leaveScreen(): void;
}

/**
 * A reload shows a view again and reports nothing but a page view. Therefore the history entry, which outlives the page,
 * notes that its view of content is reported. A page whose first load failed has reported nothing, and does so later. A fallback
 * version that shows the screen again reports nothing, because the screen was not left.
 */
export function createViewFilter(history: Pick<History, 'state' | 'replaceState'>): ViewFilter {
  let isReported = history.state?.isViewReported === true;
  return {
    admit({ name }) {
      if (name !== 'ViewContent') return true;
      if (isReported) return false;
      isReported = true;
      try {
        history.replaceState({ ...history.state, isViewReported: true }, '');
      } catch {
        // Some browsers limit history changes per time. A reload may then report the view again.
      }
      return true;
    },
    leaveScreen() {
      isReported = false;
    },
  };
}
