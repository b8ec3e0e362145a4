import { parseArgs, type ParseArgsConfig } from 'node:util';

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
