import { formatInstant } from '../content/format.ts';

/** A date and time in the operator's time zone. */
export const Timestamp = ({ atMs }: { readonly atMs: number }) => (
  <time dateTime={new Date(atMs).toISOString()}>{formatInstant(atMs)}</time>
);
