import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChainSource } from '../../../src/core/analysis/chainSource';
import { createChainReader, nodeRange } from '../../../src/core/analysis/readSource';
import { readChain } from '../../../src/core/files/chainFile';
import { everyPlace, sampleChains, unusualTexts } from './chainTexts';

const FILE = 'main.chain.json';
const readOnce = (text: string): ChainSource => createChainReader()(text, FILE);
/** Without the function, which is never equal to another one. */
const plain = ({ lineStarts, ...source }: ChainSource) => ({ ...source, lineStarts: lineStarts() });

function assertLikeReadChain(text: string, source: ChainSource): void {
  const { chain, problems } = readChain(text, FILE);
  assert.deepEqual(source.problems, problems);
  assert.deepEqual(source.chain, chain);
}

describe('createChainReader', () => {
  const texts = [...sampleChains(), ['every place', everyPlace] as const];
  for (const [file, text] of texts) {
    it(`finds the same chain and the same problems as reading at once: ${file}`, () => {
      const source = readOnce(text);
      assertLikeReadChain(text, source);
      assert.deepEqual(source.problems, []);
    });
  }

  for (const [index, text] of unusualTexts.entries()) {
    it(`finds the same problems in an unusual text: ${index} ${JSON.stringify(text.slice(0, 60))}`, () => {
      assertLikeReadChain(text, readOnce(text));
    });
  }

  it('gives each request with its place, the broken ones too', () => {
    const text =
      '{ "requests": [{ "id": "a" }, 5, { "name": "B", "method": "PUT", "disabled": true }, {"id": }] }';
    const found = readOnce(text).requests.map(({ index, id, name, method, disabled, start, end }) => [
      [index, id, name, method, disabled],
      text.slice(start, end),
    ]);
    assert.deepEqual(found, [
      [[0, 'a', '', '', false], '{ "id": "a" }'],
      [[2, '', 'B', 'PUT', true], '{ "name": "B", "method": "PUT", "disabled": true }'],
      [[3, '', '', '', false], '{"id": }'],
    ]);
  });

  it('finds the other requests while one is being written', () => {
    const text = '{ "requests": [{ "id": "a" }, { "id": "b", "url": "{{x }, { "id": "c" }] }';
    assert.deepEqual(
      readOnce(text).requests.map(({ id }) => id),
      ['a', 'b'],
    );
    const inLines = text.replaceAll(', {', ',\n{');
    assert.deepEqual(
      readOnce(inLines.replace('{{x', '{{x\n')).requests.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
  });

  it('returns the members around the requests with offsets of the file', () => {
    const { head, text } = readOnce(everyPlace);
    const names = head?.members.map(({ name, start, end }) => [name, text.slice(start, end)]);
    assert.deepEqual(
      names,
      ['formatVersion', 'name', 'environment', 'requires', 'variables', 'auth', 'requests'].map((name) => [
        name,
        JSON.stringify(name),
      ]),
    );
    const list = head?.members.at(-1)?.value;
    assert.equal(
      text.slice(list?.start, list?.end),
      everyPlace.slice(everyPlace.indexOf('[\n    {'), -2).trimEnd(),
    );
  });

  it('gives a request that fulfils the schema, and none that does not', () => {
    const text = '{ "requests": [{ "id": "a", "method": "GET", "url": "/" }, { "id": "b" }] }';
    const [sound, broken] = readOnce(text).requests;
    assert.equal(sound?.request?.url, '/');
    assert.equal(broken?.request, undefined);
  });

  it('reads a request that did not change only once', () => {
    const read = createChainReader();
    const before = read(everyPlace, FILE);
    const after = read(everyPlace.replace('"text"', '"longer text"'), FILE);
    const same = after.requests.map(({ tree }, index) => tree === before.requests[index]?.tree);
    assert.deepEqual(same, [true, false, true, true, true, true]);
  });

  it('recognises requests that changed places', () => {
    const list = (...ids: string[]) =>
      `{ "requests": [${ids.map((id) => `{ "id": "${id}", "method": "GET", "url": "/" }`).join(', ')}] }`;
    const read = createChainReader();
    const [a, b, c] = read(list('a', 'b', 'c'), FILE).requests;
    const after = read(list('c', 'a', 'new', 'b'), FILE).requests;
    assert.deepEqual(
      [c?.tree, a?.tree, b?.tree].map((tree) => after.findIndex((request) => request.tree === tree)),
      [0, 1, 3],
    );
  });

  it('gives the same after any edits as it gives without a memory', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '\\',
      '/*',
      '*/',
      '//',
      '\n',
      'x',
      '{{a}}',
      '\uFEFF',
      '1',
    ];
    const edit = fc.record({
      at: fc.nat(),
      length: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(12)),
      text: fc.constantFrom('', ...pieces, '{ "id": "new", "method": "GET", "url": "/" },'),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(everyPlace, ...unusualTexts.slice(15, 40)),
        fc.array(edit, { maxLength: 6 }),
        (start, edits) => {
          const read = createChainReader();
          let text = start;
          read(text, FILE);
          for (const { at, length, text: inserted } of edits) {
            const offset = at % (text.length + 1);
            text = text.slice(0, offset) + inserted + text.slice(offset + length);
            const source = read(text, FILE);
            assert.deepEqual(plain(source), plain(readOnce(text)));
            assertLikeReadChain(text, source);
          }
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });

  it('gives the same when a request is edited, moved, doubled or removed', () => {
    const bodies = fc.constantFrom('"a"', '"{{b}}"', '1', '{ "x": "{{y}}" }', 'oops', '"\\u007b{z}}"');
    const chains = fc.array(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), bodies), { maxLength: 5 }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(chains, (versions) => {
        const read = createChainReader();
        for (const requests of versions) {
          const items = requests.map(
            ([id, json]) => `{ "id": "${id}", "method": "GET", "url": "/", "body": { "json": ${json} } }`,
          );
          const text = `{ "formatVersion": 1, "name": "x", "requests": [\n${items.join(',\n')}\n] }`;
          assert.deepEqual(plain(read(text, FILE)), plain(readOnce(text)));
        }
      }),
      { seed: 12, numRuns: 300 },
    );
  });

  it('copes with brackets that nobody closes in bounded time', () => {
    const text = `{ "requests": [${'{ "a": ['.repeat(100_000)}`;
    assert.equal(readOnce(text).chain, undefined);
  });
});

describe('nodeRange', () => {
  it('gives the place of a value in the file', () => {
    const [request] = readOnce(everyPlace).requests;
    assert.ok(request !== undefined);
    const range = nodeRange(request, ['headers', 0, 'value']);
    assert.equal(everyPlace.slice(range?.start, range?.end), '"{{hv}} {{ $guid }} {{own}}"');
    assert.equal(nodeRange(request, ['headers', 1]), undefined);
  });
});
