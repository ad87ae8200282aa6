/**
 * An `.http` file with the files that it imports (`# @import ./login.http`), taken apart, and the environments of
 * `http-client.env.json` and its private file next to it. Files are read inside the imported folder only, each once, so
 * that files which import each other come to an end.
 */
import { UserError } from '../../../../core/errors';
import { readHttpClientEnv, sharedVariables } from '../../../../core/files/httpClientEnv';
import type { SourceFiles } from '../../../../core/ports';
import type { ImportedEnvironment, ImportedVariable } from '../../shape/imported';
import { fileLine } from './httpLines';
import type { HttpRegion } from './httpRegion';
import { readRegions } from './httpRegions';

/** A file that was taken apart. */
export interface HttpFile {
  readonly path: string;
  readonly regions: readonly HttpRegion[];
  /** Texts of the files whose content it sends, by the names it has for them. */
  readonly texts: ReadonlyMap<string, string>;
}

/** More files than these nobody imports from one. */
const MAX_FILES = 100;

/** Reads the imports of a file and then the file: what is imported comes first. */
export async function readHttpFiles(
  path: string,
  text: string,
  files: SourceFiles,
  remark: (sentence: string) => void,
): Promise<readonly HttpFile[]> {
  const seen = new Set([path]);
  const read = async (from: string, source: string): Promise<readonly HttpFile[]> => {
    const regions = readRegions(source);
    const imported: HttpFile[] = [];
    for (const name of importsOf(regions)) {
      const target = referencedPath(from, name);
      const content =
        target === undefined || seen.has(target) ? undefined : await referencedText(from, name, files);
      if (target !== undefined && content !== undefined && seen.size < MAX_FILES) {
        seen.add(target);
        imported.push(...(await read(target, content)));
      } else if (target === undefined || !seen.has(target)) {
        remark(
          `The file ${JSON.stringify(name)}, which it imports, is not at hand. Import the folder of both.`,
        );
      }
    }
    return [...imported, { path: from, regions, texts: await textsOf(from, regions, files) }];
  };
  return read(path, text);
}

function importsOf(regions: readonly HttpRegion[]): readonly string[] {
  return regions.flatMap(({ meta }) =>
    meta.filter(({ name, value }) => name === 'import' && value !== '').map(({ value }) => value),
  );
}

/** The files whose text becomes part of a body; all others stay files. */
async function textsOf(
  from: string,
  regions: readonly HttpRegion[],
  files: SourceFiles,
): Promise<ReadonlyMap<string, string>> {
  const names = new Set(regions.flatMap(({ body }) => namedTexts(body)));
  const texts = new Map<string, string>();
  for (const name of names) {
    const text = await referencedText(from, name, files);
    if (text !== undefined) {
      texts.set(name, text.replace(/\r\n/g, '\n').replace(/\n$/, ''));
    }
  }
  return texts;
}

function namedTexts(body: readonly string[]): readonly string[] {
  const isMultipart = body[0]?.startsWith('--') === true;
  const lines = body.filter((line) => line.trim() !== '');
  return lines.flatMap((line) => {
    const query = /^\s*gql(?:\s+\w+)?\s*<\s*(\S.*?)\s*$/.exec(line)?.[1];
    const file = fileLine(line);
    const isPart = file !== undefined && !isMultipart && (file.isReplaced || lines.length > 1);
    return query ?? (isPart ? file.path : []);
  });
}

/** Reads them. None when the files are missing, with a remark when one cannot be read. */
export async function readEnvironments(
  path: string,
  files: SourceFiles,
  remark: (sentence: string) => void,
): Promise<readonly ImportedEnvironment[]> {
  const environments = new Map<string, Map<string, ImportedVariable>>();
  for (const [file, isPrivate] of [
    [PUBLIC, false],
    [PRIVATE, true],
  ] as const) {
    const text = await referencedText(path, file, files);
    const read = text === undefined ? undefined : readHttpClientEnv(text, file);
    const problem = read?.problems.find(({ severity }) => severity !== 'information');
    if (problem !== undefined) {
      remark(`${file} cannot be read: ${problem.message}`);
    }
    for (const { name, variables } of read?.environments ?? []) {
      const known = environments.get(name) ?? new Map<string, ImportedVariable>();
      Object.entries(variables).forEach(([variable, value]) =>
        known.set(variable, { name: variable, value, isSecret: isPrivate && typeof value === 'string' }),
      );
      environments.set(name, known);
    }
  }
  const shared = environments.get(sharedVariables);
  environments.delete(sharedVariables);
  return [...environments].map(([name, own]) => ({
    name: name.replace(/^\$/, ''),
    variables: [...new Map([...(shared ?? []), ...own]).values()],
    remarks: [],
  }));
}

const PUBLIC = 'http-client.env.json';
const PRIVATE = 'http-client.private.env.json';

/** The path of a file that `from` names; absent when it leads out of the folder. */
function referencedPath(from: string, name: string): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of name.replaceAll('\\', '/').split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) {
        return undefined;
      }
    } else if (part !== '.' && part !== '') {
      parts.push(part);
    }
  }
  return /^(?:\/|\\|[A-Za-z]:|~)/.test(name) ? undefined : parts.join('/');
}

/** The text of a file that `from` names; absent when it cannot be read. */
async function referencedText(from: string, name: string, files: SourceFiles): Promise<string | undefined> {
  const path = referencedPath(from, name);
  const isThere = path !== undefined && (await files.paths()).includes(path);
  try {
    return isThere ? await files.text(path) : undefined;
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}
