import { startSandbox } from './app.ts';
import { readSettings, SettingsError } from './settings.ts';

function log(stream: NodeJS.WriteStream, entry: Readonly<Record<string, string>>): void {
  stream.write(`${JSON.stringify(entry)}\n`);
}

try {
  const sandbox = await startSandbox({ settings: readSettings(process.env) });
  log(process.stdout, { msg: 'listening', url: sandbox.url });
  // A terminal and the program that started this process may both send the signal: only the first counts.
  let closing: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (closing ??= sandbox.close().then(() => process.exit(0))));
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof SettingsError)
    for (const line of reason.split('\n')) process.stderr.write(`${line}\n`);
  else log(process.stderr, { msg: 'the payment sandbox could not start', reason });
  process.exitCode = 1;
}
