/**
 * The paths of the history entries that this page has shown, by the number that React Router gives each entry. They are in
 * memory only: after a reload nothing is known of the entries before it.
 */
export function createHistoryPaths() {
  const paths: string[] = [];
  const entry = () => Number(history.state?.idx ?? 0);
  return {
    /** Call it when the current entry is shown. */
    note: (path: string): void => void (paths[entry()] = path),
    /** The path to which the browser's Back leads, or undefined if this page has not shown it. */
    previous: (): string | undefined => paths[entry() - 1],
  };
}
