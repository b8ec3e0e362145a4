/**
 * Starts to measure, and returns how many milliseconds of processor time this process has used since. Unlike the time of a clock, it
 * does not depend on what else the machine does.
 */
export function measureProcessorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
