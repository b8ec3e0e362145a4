/** The time in milliseconds since 1970. Passed in, so that tests move it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
