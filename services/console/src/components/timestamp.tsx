import { formatInstant } from '../content/format.ts';

/** A time of day in the operator's own time zone. */
export const Timestamp = ({ atMs }: { readonly atMs: number }) => (
  <time dateTime={new Date(atMs).toISOString()}>{formatInstant(atMs)}</time>
);
