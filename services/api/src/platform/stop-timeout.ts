/**
 * How long a stop may take. Longer than the longest attempt of a delivery, an email of 25 s, which would otherwise be sent a
 * second time. Shorter than the 30 s after which Docker and systemd end a process.
 */
export const stopTimeoutMs = 28_000;
