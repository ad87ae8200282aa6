/**
 * Workspaces for the tests of navigation, written as texts with marks: `¦` is the cursor, `«…»` is what is
 * expected to be found.
 */
import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import type { ChainSource } from '../../../src/core/analysis/chainSource';
import { readDataSource } from '../../../src/core/analysis/dataSource';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { defined } from '../../../src/core/defined';
import { readAuthzSource } from '../../../src/core/language/authzSource';
import { readEnvironmentSources } from '../../../src/core/language/environmentSources';
import { isAtOrAbove, pathFrom } from '../../../src/core/language/filePath';
import type { FileOffset, LinkedFiles } from '../../../src/core/language/linkedFiles';
import type { TextRange } from '../../../src/core/problem';

/** Texts by workspace path. */
export type Texts = Readonly<Record<string, string>>;

/** A workspace without its marks. */
export interface MarkedWorkspace {
  readonly texts: Texts;
  readonly files: LinkedFiles;
  readonly cursor: FileOffset;
}

/** Reads a workspace; one of its texts has a cursor. */
export function markedWorkspace(marked: Texts): MarkedWorkspace {
  const plain = mapTexts(marked, (text) => text.replace(/[¦«»]/g, ''));
  const found = Object.entries(marked).find(([, text]) => text.includes('¦'));
  assert.ok(found !== undefined, 'one of the texts has a cursor');
  const [file, text] = found;
  const offset = text.slice(0, text.indexOf('¦')).replace(/[«»]/g, '').length;
  return { texts: plain, files: linkedFiles(plain), cursor: { file, offset } };
}

/** The marked texts with the cursor taken out, to compare with {@link marks}. */
export function expectedMarks(marked: Texts): Texts {
  return mapTexts(marked, (text) => text.replace('¦', ''));
}

/** The texts with `«…»` around what was found. */
export function marks(
  texts: Texts,
  found: readonly { readonly file: string; readonly range: TextRange }[],
): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([file, text]) => {
      const ranges = found.filter((one) => one.file === file).map(({ range }) => range);
      const backwards = ranges.toSorted((one, other) => other.start - one.start);
      return [
        file,
        backwards.reduce(
          (marked, { start, end }) =>
            `${marked.slice(0, start)}«${marked.slice(start, end)}»${marked.slice(end)}`,
          text,
        ),
      ];
    }),
  );
}

/** The files of a workspace as the pure functions take them. */
export function linkedFiles(texts: Texts): LinkedFiles {
  const environments = filesNamed(texts, /environment\.json$|env\.json$/).flatMap(([file, text]) =>
    readEnvironmentSources(text, file),
  );
  const sources = new Map(
    filesNamed(texts, /\.chain\.json$/).map(([file, text]) => [file, createChainReader()(text, file)]),
  );
  const requiredBy = (source: ChainSource): readonly ChainSource[] =>
    source.marks.requires.flatMap(({ name }) => {
      const required = sources.get(pathFrom(source.file, name) ?? '');
      return required === undefined ? [] : [...requiredBy(required), required];
    });
  const chains = [...sources.values()].map((source) => {
    const environment = environments.find(
      ({ file, name }) => name === source.marks.environment?.name && isAtOrAbove(file, source.file),
    );
    const dataFile =
      source.marks.data === undefined ? undefined : pathFrom(source.file, source.marks.data.name);
    const data = dataFile === undefined ? undefined : readDataSource(texts[dataFile] ?? '', dataFile);
    return analyzeChain(source, {
      required: requiredBy(source),
      requiresFaults: [],
      ...defined({ environment, data }),
    });
  });
  const authz = filesNamed(texts, /\.authz\.json$/).map(([file, text]) => readAuthzSource(text, file));
  return { chains, environments, authz };
}

/** A chain whose requests are given as texts. */
export function chain(requests: string, head = ''): string {
  return `{ "formatVersion": 1, "name": "c", ${head} "requests": [${requests}] }`;
}

function filesNamed(texts: Texts, pattern: RegExp): readonly (readonly [file: string, text: string])[] {
  return Object.entries(texts).filter(([file]) => pattern.test(file));
}

function mapTexts(texts: Texts, map: (text: string) => string): Texts {
  return Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, map(text)]));
}
