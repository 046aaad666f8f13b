/** Milliseconds of the processor that this process has used, which a busy machine does not lengthen. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
