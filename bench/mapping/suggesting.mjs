/**
 * Suggests mappings for a long session, in a process of its own. Arguments: the engine as an ES module, how many
 * requests, bytes of each response. Writes time and memory as JSON to the output.
 */
import { pathToFileURL } from 'node:url';
import { longSession } from './longSession.mjs';

const [engine, requests, bytes] = process.argv.slice(2);
const { suggestMappings } = await import(pathToFileURL(engine).href);

const steps = longSession(Number(requests), Number(bytes));
const before = process.memoryUsage.rss();
const started = performance.now();
const suggestions = suggestMappings(steps);
const milliseconds = performance.now() - started;
// In kibibytes; the most that the process ever had.
const megabytes = (process.resourceUsage().maxRSS * 1024 - before) / 1e6;
const size = steps.reduce((sum, { response }) => sum + response.text.length, 0);
process.stdout.write(JSON.stringify({ milliseconds, megabytes, size, suggestions: suggestions.length }));
