/**
 * Makes results as the editor gives them to a page: one whose response has 50 MB, kept as the extension keeps long
 * ones, with the tree that its thread sends and how long that took, and one with the longest response that a
 * page gets whole. Arguments: the folders of the built sources and of the bundles, and one to work in. Writes
 * JSON to the output.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** UTF-16 code units that the extension keeps of one body in memory. */
const WHOLE = 2 ** 20;
const LONG = 50_000_000;

const [sources, bundles, folder] = process.argv.slice(2);
const { createBodySpiller, createBodyStore } = await import(
  pathToFileURL(path.join(sources, 'node/results/bodyStore.mjs')).href
);
const keep = createBodySpiller(createBodyStore(path.join(folder, 'bodies')), {
  perBody: WHOLE,
  total: 2 ** 26,
});

const content = listOf(LONG);
process.stdout.write(
  JSON.stringify({
    long: await resultWith(content),
    whole: await resultWith(listOf(WHOLE)),
    ...(await inThread(content)),
  }),
);

/** The tree of a body, and milliseconds until it is there and until a search in the whole body has ended. */
async function inThread(text) {
  const worker = new Worker(path.join(bundles, 'bodyWorker.js'));
  const call = (name, order) =>
    new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', ({ value }) => resolve(value));
      worker.postMessage({ id: 0, name, order });
    });
  const begin = performance.now();
  await call('open', text);
  const tree = await call('view', { look: null, act: 'look' });
  const treeMs = performance.now() - begin;
  await call('view', { look: { ...tree.look, text: 'nowhere in it' }, act: 'reveal' });
  const searchMs = performance.now() - begin - treeMs;
  await worker.terminate();
  return { tree, treeMs, searchMs };
}

async function resultWith(content) {
  const body = { encoding: 'utf8', content, size: content.length, mediaType: 'application/json' };
  const response = {
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    headers: [],
    body,
    wireSize: 0,
    notes: [],
  };
  const request = { method: 'GET', url: 'http://127.0.0.1/orders', headers: [] };
  const result = {
    request: { chain: 'bench.chain.json', id: 'read' },
    name: 'Read orders',
    method: 'GET',
    outcome: 'passed',
    reasons: [],
    attempts: 1,
    exchange: { request, response, redirects: [], timings: { totalMs: 5 } },
    substitutions: [],
    extractions: [],
    expectations: [],
    startedAt: '2026-11-21T10:00:00.000Z',
    durationMs: 5,
  };
  const { result: kept } = await keep({ type: 'request-finished', index: content.length, result });
  return kept;
}

/** A JSON list of orders, as long as it may be. */
function listOf(length) {
  const items = [];
  for (let at = 0, left = length - 2; ; at += 1) {
    const item = JSON.stringify({
      id: at,
      sku: 'A-1',
      note: 'as soon as possible',
      customer: { name: 'Alice' },
    });
    left -= item.length + 1;
    if (left < 0) {
      return `[${items.join(',')}]`;
    }
    items.push(item);
  }
}
