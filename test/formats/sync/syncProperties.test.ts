/** What holds of every sync, whatever changed in the description and whatever people wrote into the chain. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readChain } from '../../../src/core/files/chainFile';
import type { JsonObject, JsonValue } from '../../../src/core/json/json';
import { readDescription } from '../../../src/formats/contract/readDescription';
import { collectionOf } from '../../../src/formats/importers/read/openapi/readOpenapi';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import { afterSync, chainOf, files, open, said, sync } from './api';

const name = fc.constantFrom('limit', 'state', 'tenant', 'page', 'X-Trace');
const scalar = fc.constantFrom<JsonObject>(
  { type: 'string', example: 'open' },
  { type: 'integer', example: 3 },
  { type: 'boolean' },
  { type: 'string', enum: ['a', 'b'] },
);
const parameter = fc.record({
  name,
  in: fc.constantFrom('query', 'header'),
  required: fc.boolean(),
  schema: scalar,
});
const schema: fc.Arbitrary<JsonObject> = fc.letrec<{ object: JsonObject; member: JsonObject }>((tie) => ({
  member: fc.oneof(
    { maxDepth: 2 },
    scalar,
    tie('object'),
    tie('object').map((items) => ({ type: 'array', items })),
  ),
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom('sku', 'note', 'lines', 'buyer', 'size'), tie('member'), { maxKeys: 4 }),
      fc.subarray(['sku', 'note', 'lines', 'buyer', 'size']),
    )
    .map(([properties, required]) => ({
      type: 'object',
      properties,
      required: required.filter((one) => Object.hasOwn(properties, one)),
    })),
})).object;
const media = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data');
const body = fc.record({
  required: fc.boolean(),
  content: fc.tuple(media, schema).map(([type, one]) => ({ [type]: { schema: one } })),
});
const paths = fc.constantFrom(
  '/orders',
  '/orders/{id}',
  '/v2/orders/{orderId}',
  '/users/{id}/orders',
  '/orders/{id}/lines/{line}',
);
const operation = fc.record({
  method: fc.constantFrom('get', 'post', 'put'),
  path: paths,
  parameters: fc.uniqueArray(parameter, { maxLength: 3, selector: (one) => `${one.in} ${one.name}` }),
  requestBody: fc.option(body, { nil: undefined }),
  status: fc.constantFrom('200', '201'),
});
type Drawn = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** An API by its operations; an operationId is one whatever its path. */
const api = fc
  .dictionary(fc.constantFrom('list', 'make', 'show', 'change'), operation, { minKeys: 1 })
  .map((operations) => {
    const items: Record<string, Record<string, JsonValue>> = {};
    for (const [operationId, one] of Object.entries(operations)) {
      items[one.path] = { ...items[one.path], [one.method]: written(operationId, one) };
    }
    return JSON.stringify({ openapi: '3.0.3', info: { title: 'API' }, paths: items });
  });

function written(operationId: string, { path, parameters, requestBody, status }: Drawn): JsonValue {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, own = '']) => ({
    name: own,
    in: 'path',
    required: true,
    schema: { type: 'string', example: 'x-1' },
  }));
  return {
    operationId,
    parameters: [...parameters, ...inPath],
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { [status]: { description: 'ok' } },
  };
}

/** The chain that an import makes, with remarks and values of a person where the numbers say so. */
async function imported(description: string, changes: readonly number[]): Promise<string> {
  const { collection } = collectionOf(await open(description), 'api.json');
  const { files: made } = composeImport([{ source: 'api.json', collection }], { folders: 'tags' });
  const text = made.find(({ path }) => path.endsWith('.chain.json'))?.text ?? '';
  let count = 0;
  return text
    .replace(/"(?:open|string|x-1)"|\b3\b/g, (value) => {
      count += 1;
      return changes.includes(count) ? (value.startsWith('"') ? '"{{own}}"' : '4') : value;
    })
    .replace(/,$/gm, (comma) => {
      count += 1;
      return changes.includes(count) ? `${comma} // remark ${count}` : comma;
    });
}

const drawn = fc.tuple(api, api, fc.array(fc.nat(40)));

describe('Every sync', () => {
  const check = (
    holds: (one: { readonly text: string; readonly older: string; readonly newer: string }) => Promise<void>,
  ) =>
    fc.assert(
      fc.asyncProperty(drawn, async ([older, newer, changes]) => {
        await holds({ text: await imported(older, changes), older, newer });
      }),
      { numRuns: 150 },
    );

  it('has nothing to do where the description is the same', () =>
    check(async ({ text, older }) => {
      const found = await sync(text, older, older);
      assert.equal(afterSync(text, found), text);
    }));

  it('gives a valid chain, in which the second one has nothing to do', () =>
    check(async ({ text, older, newer }) => {
      const once = afterSync(text, await sync(text, newer, older));
      const { problems } = readChain(once, 'a.chain.json');
      assert.deepEqual(
        problems.filter(({ severity }) => severity === 'error'),
        [],
      );
      assert.equal(afterSync(once, await sync(once, newer, older)), once);
      assert.equal(afterSync(once, await sync(once, newer)), once);
    }));

  it('loses no remark, no extraction, no expectation and no reference', () =>
    check(async ({ text, older, newer }) => {
      const after = afterSync(text, await sync(text, newer, older));
      const remarks = (of: string) => of.match(/\/\/ remark \d+/g)?.sort() ?? [];
      assert.deepEqual(remarks(after), remarks(text));
      const kept = (of: string) =>
        chainOf(of).chain.requests.map(({ id, extract, expect }) => ({ id, extract, expect }));
      assert.deepEqual(kept(after), kept(text));
      const references = (of: string) => of.match(/\{\{own\}\}/g)?.length ?? 0;
      assert.equal(references(after), references(text));
    }));

  it('leaves nothing missing that it does not name', () =>
    check(async ({ text, older, newer }) => {
      const found = await sync(text, newer, older);
      const openapi = await readDescription({ name: 'api.json', path: 'api.json', text: newer, files });
      const { requests } = chainOf(afterSync(text, found)).chain;
      const missing = (await openapi.compare(requests))
        .flatMap((one) => (one.kind === 'described' ? one.differences : []))
        .flatMap(({ code, message }) => (code === 'openapi-missing' ? [message] : []));
      const named = said(found);
      assert.deepEqual(
        missing.filter((message) => !named.some((line) => line.endsWith(message))),
        [],
      );
    }));
});
