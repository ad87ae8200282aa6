/**
 * Types into a chain of 1,000 requests and takes the time that the language bundle needs after each
 * character: reading the text and analyzing the chain. Argument: the bundle. Writes JSON to the output.
 */
import { createRequire } from 'node:module';

const REQUESTS = 1000;
const CHARACTERS = 40;

const [bundle] = process.argv.slice(2);
const { analyzeChain, createChainReader } = createRequire(import.meta.url)(bundle);

const text = chainText();
const place = text.indexOf('Step 500') + 'Step 500'.length;

process.stdout.write(
  JSON.stringify({
    size: text.length,
    first: typing(text, 1),
    name: typing(text, CHARACTERS),
    // A name in front of the text: from the first character on the file is no JSON.
    broken: typing(text, CHARACTERS, place + 2),
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

function chainText() {
  const chain = {
    formatVersion: 1,
    name: 'One thousand requests',
    variables: { baseUrl: 'http://127.0.0.1:4010', page: 1 },
    auth: { type: 'bearer', token: '{{id0}}' },
    requests: Array.from({ length: REQUESTS }, (_, index) => request(index)),
  };
  return JSON.stringify(chain, null, 2);
}

function request(index) {
  const before = index === 0 ? 'page' : `id${index - 1}`;
  return {
    id: `step-${index}`,
    name: `Step ${index}`,
    method: 'POST',
    url: `{{baseUrl}}/api/orders/{{${before}}}/items`,
    ...(index === 0 ? { auth: { type: 'none' } } : {}),
    query: [{ name: 'page', value: '{{page}}' }],
    headers: [{ name: 'Accept', value: 'application/json' }],
    body: {
      json: {
        customer: { name: 'Alice Example', address: { street: 'Main street 5', city: 'Paris' } },
        items: [{ sku: 'A-1', quantity: 2, note: 'as soon as possible' }],
        reference: `{{${before}}}`,
      },
    },
    extract: [{ variable: `id${index}`, from: 'body', path: '$.id' }],
    expect: { status: 201, body: [{ path: '$.items[0].sku', equals: 'A-1' }] },
  };
}
