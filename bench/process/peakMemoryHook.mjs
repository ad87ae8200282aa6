/**
 * Preloaded into a measured process (`node --import`): when the process ends, it writes its peak resident
 * memory, in kilobytes, to the file that CHAINWRIGHT_BENCH_PEAK names.
 */
import { writeFileSync } from 'node:fs';

const file = process.env.CHAINWRIGHT_BENCH_PEAK;
if (file !== undefined) {
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)));
}
