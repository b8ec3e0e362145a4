import { parseArgs, type ParseArgsConfig } from 'node:util';

export const log = (text: string): void => console.log(`· ${text}`);

/** Prints an error of the build or of a setting without its stack, which would not help to correct it. */
export const printError = (error: unknown): void =>
  console.error(error instanceof Error ? error.message : error);

export function exitWithError(error: unknown): never {
  printError(error);
  process.exit(1);
}

/** Ends with the exit status 2, after one line about the error and the usage. */
export function exitWithUsage(usage: string, error: string): never {
  console.error(`${error}.\n${usage}`);
  process.exit(2);
}

/** Reads the arguments of a command. Ends with its usage if they are wrong, or if they ask for it. */
export function readArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs<Config>({ args, ...config });
  } catch (error) {
    // The other sentences are about ways to pass any text, which no command needs.
    const [sentence = ''] = error instanceof Error ? error.message.split(/\.\s/) : [];
    return exitWithUsage(usage, sentence);
  }
}
