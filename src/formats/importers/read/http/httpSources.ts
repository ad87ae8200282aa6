/**
 * An `.http` file with the files that it imports (`# @import ./login.http`), taken apart. Files are read inside
 * the imported folder only, each once, so that files which import each other come to an end.
 */
import type { SourceFiles } from '../../../../core/ports';
import { referencedPath, referencedText } from './referencedFiles';
import { fileLine } from './httpLines';
import { readRegions } from './httpRegions';
import type { HttpRegion } from './httpRegion';

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
