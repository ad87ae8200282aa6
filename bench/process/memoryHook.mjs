/**
 * Preloaded into a measured process (`node --expose-gc --import`): writes, as JSON, its peak resident memory
 * and what its heap holds after a collection at the last response.
 *
 * The peak says what the machine has to give, garbage that was not collected yet included; the heap says
 * what the process really keeps. Environment: CHAINWRIGHT_BENCH_MEMORY is the file to write,
 * CHAINWRIGHT_BENCH_REQUESTS how many responses come.
 */
import diagnostics from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';

const { CHAINWRIGHT_BENCH_MEMORY: file, CHAINWRIGHT_BENCH_REQUESTS: requests } = process.env;
let responses = 0;
let keptBytes;

diagnostics.subscribe('http.client.response.finish', () => {
  responses += 1;
  if (responses === Number(requests)) {
    globalThis.gc();
    keptBytes = process.memoryUsage().heapUsed;
  }
});

process.on('exit', () => {
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  writeFileSync(file, JSON.stringify({ peakBytes, keptBytes }));
});
