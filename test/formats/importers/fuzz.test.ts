/**
 * Importers against files that are nearly right: whatever stands in them, an import ends with sound files or
 * with a reason. `npm run fuzz` tries many more than `npm test`.
 */
import assert from 'node:assert/strict';
import { readChain } from '../../../src/core/chainFile';
import { isPlainPath } from '../../../src/core/edit/newChain';
import { readEnvironment } from '../../../src/core/environmentFile';
import { UserError } from '../../../src/core/errors';
import { parseJson, stringifyJson } from '../../../src/core/json';
import type { JsonValue } from '../../../src/core/json';
import { composeImport } from '../../../src/formats/importers/composeImport';
import { renderImportReport } from '../../../src/formats/importers/importReport';
import { readImport } from '../../../src/formats/importers/importers';
import { corpusFiles, corpusText } from './corpus';
import { createDraw, mutate, mutateText } from './mutate';

const CASES = Number(process.env['CHAINWRIGHT_FUZZ_CASES'] ?? 400);
/** Characters; larger files take their time without holding more kinds of things. */
const MAX_SIZE = 60_000;

/** What is tried where the corpus is not there. */
const samples = [
  '{"info":{"name":"a"},"item":[{"name":"b","event":[{"listen":"test","script":{"exec":["pm.environment.set(\'t\', pm.response.json().t)"]}}],"request":{"method":"POST","header":[{"key":"A","value":"{{t}}"}],"auth":{"type":"basic","basic":[{"key":"password","value":"x"}]},"url":{"host":["x"],"path":[":id"],"query":[{"key":"q","value":"1"}],"variable":[{"key":"id","value":"2"}]},"body":{"mode":"raw","raw":"{}","options":{"raw":{"language":"json"}}}}}]}',
  '{"name":"e","values":[{"key":"token","value":"abc123456","enabled":true}]}',
  '{"log":{"entries":[{"request":{"method":"POST","url":"http://x/?a=b","headers":[{"name":"Authorization","value":"Bearer y"}],"postData":{"mimeType":"application/json","text":"{}"}},"response":{"status":200}}]}}',
];

const sources = [
  ...samples,
  ...['postman', 'har', 'negative'].flatMap((folder) =>
    corpusFiles(folder).map((name) => corpusText(folder, name)),
  ),
].filter((text) => text.length <= MAX_SIZE);

describe('importing files that are nearly right', () => {
  it(`ends ${CASES} times with sound files or a reason`, async function () {
    this.timeout(0);
    const prototype = Object.getOwnPropertyNames(Object.prototype);
    for (let seed = 1; seed <= CASES; seed += 1) {
      await importMutation(seed);
    }
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), prototype);
  });
});

async function importMutation(seed: number): Promise<void> {
  const text = mutation(seed);
  try {
    const collection = await readImport('fuzz.json', text);
    const folders = seed % 2 === 0 ? 'tags' : 'chains';
    const { files, reports } = composeImport([{ source: 'fuzz.json', collection }], { folders });
    assert.equal(reports[0]?.requests.length, collection.requests.length);
    renderImportReport({ formatVersion: 1, sources: reports });
    for (const file of files) {
      assert.ok(isPlainPath(file.path) && !file.path.includes('/'), file.path);
      const { problems } = file.path.endsWith('.environment.json')
        ? readEnvironment(file.text, file.path)
        : readChain(file.text, file.path);
      assert.deepEqual(problems, []);
    }
    assert.equal(new Set(files.map(({ path }) => path.toLowerCase())).size, files.length);
  } catch (error) {
    if (!(error instanceof UserError)) {
      throw new Error(`Seed ${seed}: ${text.slice(0, 3000)}`, { cause: error });
    }
  }
}

function mutation(seed: number): string {
  const draw = createDraw(seed);
  const source = sources[draw(sources.length)] ?? '';
  const value = draw(10) === 0 ? undefined : parsed(source);
  return value === undefined ? mutateText(source, draw) : stringifyJson(mutate(value, draw));
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text.replace(/^\ufeff/, ''));
  } catch {
    // A file of the corpus that is broken on purpose.
    return undefined;
  }
}
