/**
 * Types into a chain of 1,000 requests, and into one with 10,000 rows of data, and takes the time that the engine needs after each
 * character: reading the text and analyzing the chain. Argument: the built sources. Writes JSON to the output.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chainText, chainWithRows } from './chainText.mjs';

const REQUESTS = 1000;
const ROWS = 10_000;
const CHARACTERS = 40;

const [sources] = process.argv.slice(2);
const load = (module) => import(pathToFileURL(path.join(sources, module)).href);
const { analyzeChain } = await load('core/analysis/analyzeChain.mjs');
const { createChainReader } = await load('core/analysis/readSource.mjs');

const text = chainText(REQUESTS);
const place = text.indexOf('Step 500') + 'Step 500'.length;
const withRows = chainWithRows(ROWS);
const placeBehindRows = withRows.indexOf('Step 0') + 'Step 0'.length;

process.stdout.write(
  JSON.stringify({
    size: text.length,
    first: typing(text, 1),
    name: typing(text, CHARACTERS),
    // A name in front of the text: from the first character on the file is not JSON.
    broken: typing(text, CHARACTERS, place + 2),
    rows: typing(withRows, CHARACTERS, placeBehindRows),
  }),
);

/** Milliseconds of reading and of the analysis, for each of `characters` typed one after the other. */
function typing(start, characters, offset = place) {
  const read = createChainReader();
  if (characters > 1) {
    // The editor has read the file before anybody types.
    analyze(read(start, 'bench.chain.json'));
  }
  return Array.from({ length: characters }, (_, count) => {
    const typed = Buffer.from(start.slice(0, offset) + 'x'.repeat(count) + start.slice(offset)).toString();
    const began = performance.now();
    const source = read(typed, 'bench.chain.json');
    const readAt = performance.now();
    analyze(source);
    return { readMs: readAt - began, analyzeMs: performance.now() - readAt };
  });
}

function analyze(source) {
  return analyzeChain(source, { required: [], requiresFaults: [] });
}
