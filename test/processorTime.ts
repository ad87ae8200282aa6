/** Processor time, for tests of what must not take long: the clock on the wall also counts what other programs do. */

/** Seconds of processor time that a piece of synchronous work takes. */
export function processorSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}
