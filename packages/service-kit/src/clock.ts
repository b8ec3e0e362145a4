/** Returns milliseconds since 1970. Injected, so that tests can control the time. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
