/** Loaded into a measured process (`--import`): writes the peak of its memory, in bytes, to a file when it ends. */
import { writeFileSync } from 'node:fs';

const file = process.env['CHAINWRIGHT_BENCH_PEAK'];
if (file !== undefined) {
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS * 1024)));
}
