/**
 * Opens many chains as the extension does, with a reader and an analysis kept for each, and tells the memory
 * that stays. Arguments: the built sources, how many chains. Writes JSON to the output; needs `--expose-gc`.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chainText } from './chainText.mjs';

const REQUESTS = 20;

const [sources, count] = process.argv.slice(2);
const load = (module) => import(pathToFileURL(path.join(sources, module)).href);
const { analyzeChain } = await load('core/analysis/analyzeChain.mjs');
const { createChainReader } = await load('core/analysis/readSource.mjs');

const texts = Array.from({ length: Number(count) }, (_, index) =>
  // A text of its own for each chain, flat as the editor holds it.
  Buffer.from(chainText(REQUESTS).replaceAll('Step', `Step ${index},`)).toString(),
);
const before = heapBytes();
const kept = texts.map((text, index) => {
  const read = createChainReader();
  const analysis = analyzeChain(read(text, `${index}.chain.json`), { required: [], requiresFaults: [] });
  return { read, analysis };
});
const bytes = heapBytes() - before;
process.stdout.write(JSON.stringify({ chains: kept.length, characters: texts[0].length, bytes }));

function heapBytes() {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
