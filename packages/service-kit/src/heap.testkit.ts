import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The bytes on the heap that are still in use. */
export function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
