export { isCleanPagePath } from '@funnel/contracts/page-paths';

const isDots = (segment: string) => /^\.+$/.test(segment);

/** A file's path inside a build: relative, without dot segments, empty segments or characters that need escaping. */
export const isCleanFilePath = (path: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(path) && !path.split('/').some(isDots);
