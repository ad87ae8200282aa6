/**
 * The formats that can be imported: an importer is a file of its own and a line here.
 *
 * A format is told by what stands in the file, never by its name. What reads it is loaded when it is used.
 */
import { UserError } from '../../core/errors';
import { parseJson } from '../../core/json';
import { JsonSyntaxError, JsonTooDeepError } from '../../core/jsonSyntax';
import { isHar } from './har/detectHar';
import { isPostman } from './postman/detectPostman';
import type { ImportedCollection, ImportSource } from './imported';

/** A format. */
export interface Importer {
  readonly title: string;
  /** Whether a file is in this format, be it sound or not. */
  readonly accepts: (source: ImportSource) => boolean;
  /** Rejects with UserError when it cannot be used. */
  readonly read: (source: ImportSource, options: ImportOptions) => Promise<ImportedCollection>;
}

/** What the user chose. */
export interface ImportOptions {
  /** Names of rules of recordings that are not applied (`har/setAside.ts`). */
  readonly keep: ReadonlySet<string>;
}

/** In the order in which they are asked. */
export const importers: readonly Importer[] = [
  {
    title: 'Postman collections and environments (2.0, 2.1)',
    accepts: isPostman,
    read: async (source) => (await import('./postman/readPostman.js')).readPostman(source),
  },
  {
    title: 'HAR recordings and lists of recorded calls',
    accepts: isHar,
    read: async (source, { keep }) => (await import('./har/readHar.js')).readHar(source, keep),
  },
];

/** Reads a file in whatever format it is. Rejects with UserError when it is in none, or is not sound. */
export async function readImport(
  name: string,
  text: string,
  options: ImportOptions = { keep: new Set() },
): Promise<ImportedCollection> {
  const { source, fault } = sourceOf(name, text.replace(/^\ufeff/, ''));
  const importer = importers.find(({ accepts }) => accepts(source));
  if (importer === undefined) {
    throw new UserError(
      fault ?? 'The file is in no format that can be imported.',
      `Known are: ${importers.map(({ title }) => title).join('; ')}.`,
    );
  }
  return importer.read(source, options);
}

/** The file, and in one sentence why it is not the JSON that it seems to be. */
function sourceOf(name: string, text: string): { readonly source: ImportSource; readonly fault?: string } {
  if (!/^\s*[[{]/.test(text)) {
    return { source: { name, text } };
  }
  try {
    return { source: { name, text, json: parseJson(text) } };
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooDeepError) {
      return { source: { name, text }, fault: `The file is not sound JSON: ${error.message}.` };
    }
    throw error;
  }
}
