/**
 * Importers against files that are nearly right: whatever they contain, an import ends with sound files or
 * with a reason. `npm run fuzz` tries many more than `npm test`.
 */
import assert from 'node:assert/strict';
import { readChain } from '../../../src/core/files/chainFile';
import { isPlainPath } from '../../../src/core/edit/plainNames';
import { readEnvironment } from '../../../src/core/files/environmentFile';
import { UserError } from '../../../src/core/errors';
import { parseJson, stringifyJson, type JsonValue } from '../../../src/core/json/json';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import { renderImportReport } from '../../../src/formats/importers/write/importReport';
import { readImport } from '../../../src/formats/importers/importers';
import { parseYaml } from '../../../src/formats/importers/shape/yamlText';
import { corpusFiles, corpusText } from './corpus';
import { createDraw, mutate, mutateText } from './mutate';
import { samples } from './samples';

const CASES = Number(process.env['CHAINWRIGHT_FUZZ_CASES'] ?? 400);
/** Characters; larger files take their time without holding more kinds of things. */
const MAX_SIZE = 60_000;

const sources = [
  ...samples,
  ...['postman', 'har', 'curl', 'http', 'http/import-chain', 'openapi', 'insomnia', 'negative'].flatMap(
    (folder) => corpusFiles(folder).map((name) => corpusText(folder, name)),
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
    return /^[\ufeff\s]*[[{]/.test(text) ? parseJson(text.replace(/^\ufeff/, '')) : parseYaml(text);
  } catch {
    // A file of the corpus that is broken on purpose.
    return undefined;
  }
}
