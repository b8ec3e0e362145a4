export const log = (text: string): void => console.log(`· ${text}`);

/** Prints an error of the build or of a setting without its stack, which would not help to correct it. */
export const printError = (error: unknown): void =>
  console.error(error instanceof Error ? error.message : error);

export function exitWithError(error: unknown): never {
  printError(error);
  process.exit(1);
}
