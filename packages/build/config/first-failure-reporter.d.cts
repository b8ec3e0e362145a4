/** The exit status of a run in which a test has failed. */
export const failedTest: number;
