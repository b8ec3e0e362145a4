/** Prints the usage of a command and ends, if its arguments ask for that. */
export function printHelp(usage: string): void {
  if (!process.argv.includes('--help')) return;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
