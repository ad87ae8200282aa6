/** Collections, recordings and specifications by other people, next to the project during development. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson, type JsonValue } from '../../../src/core/json/json';

const corpus = path.resolve('../shared/corpus');

/** Whether the corpus is there; its tests are skipped elsewhere, and said to be. */
export const hasCorpus = existsSync(corpus);

/** Names of the files of a folder, without those that say what is expected. */
export function corpusFiles(folder: string): readonly string[] {
  return hasCorpus
    ? readdirSync(path.join(corpus, folder), { withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.expected.json'))
        .map(({ name }) => name)
        .sort()
    : [];
}

/** Where a folder lies. */
export function corpusFolder(folder: string): string {
  return path.join(corpus, folder);
}

/** The text of a file. */
export function corpusText(folder: string, name: string): string {
  return readFileSync(path.join(corpus, folder, name), 'utf8');
}

/** What an independent reference read from a file. */
export function expectedOf<Table>(folder: string, name: string): Table {
  return JSON.parse(corpusText(folder, `${name}.expected.json`)) as Table;
}

/** The value of a JSON file. */
export function corpusJson(folder: string, name: string): JsonValue {
  return parseJson(corpusText(folder, name).replace(/^\ufeff/, ''));
}
