/**
 * The files of a specification: the one that was chosen, and those that its `$ref`s lead to in its folder.
 *
 * All are read before anything is resolved. What a reference names beyond the folder, on the net above all, is
 * not read and said to be missing. Memory and time are bounded by the length of all files together, however many they are.
 */
import { UserError } from '../../../../core/errors';
import { isArray, isObject, parseJson, type JsonValue } from '../../../../core/json/json';
import { JsonSyntaxError, JsonTooDeepError } from '../../../../core/json/jsonSyntax';
import { memberOf, textOf } from '../../shape/externalJson';
import type { ImportSource } from '../../shape/imported';
import { parseYaml } from '../../shape/yamlText';

/** The files of a specification. */
export interface SpecFiles {
  /** Path of the file that was chosen. */
  readonly main: string;
  /** The content of a file; absent for one that could not be read. */
  readonly documents: ReadonlyMap<string, JsonValue>;
  /** The same as it was read. */
  readonly texts: ReadonlyMap<string, string>;
  /** What could not be read, a sentence each. */
  readonly remarks: readonly string[];
  /** Why files that were tried could not be read; they are among the remarks, too. */
  readonly faults: readonly UserError[];
}

/** Reads them. Rejects with UserError when the chosen one is not sound. */
export async function readSpecFiles(source: ImportSource): Promise<SpecFiles> {
  const main = source.path;
  const documents = new Map([[main, source.json ?? readDocument(source.text)]]);
  const texts = new Map([[main, source.text]]);
  const remarks: string[] = [];
  const faults: UserError[] = [];
  const seen = new Set([main]);
  const room = createRoom();
  // A map is walked on into what is added to it meanwhile.
  for (const [file, document] of documents) {
    for (const path of filesNamedIn(document, file)) {
      if (!seen.has(path)) {
        seen.add(path);
        const other = await attempt(source, path, { remarks, faults, room });
        if (other !== undefined) {
          documents.set(path, other.document);
          texts.set(path, other.text);
        }
      }
    }
  }
  return { main, documents, texts, remarks, faults };
}

/** The parts of a reference: `../a.yaml#/b` in the file `x/y.yaml` leads to `#/b` in `a.yaml`. */
export function targetOf(
  reference: string,
  file: string,
): { readonly file: string; readonly fragment: string } {
  const [, path = '', fragment = ''] = /^([^#]*)#?(.*)$/s.exec(reference) ?? [];
  return { file: path === '' ? file : joined(file, decoded(path)), fragment: decoded(fragment) };
}

/** UTF-16 code units of the files that the chosen one leads to. */
const MAX_LENGTH = 100_000_000;

/** What a file counts at least: opening a file takes time, also where it is missing. */
const MIN_LENGTH = 2000;

interface Room {
  /** Throws UserError when there is no room for a text of this length. */
  readonly take: (length: number) => void;
}

function createRoom(): Room {
  let left = MAX_LENGTH;
  return {
    take(length) {
      left -= length;
      if (left < 0) {
        throw new TooLargeError(
          'The files of this specification are larger than 100 MB together.',
          'Import a part of it.',
        );
      }
    },
  };
}

/** Ends the import, unlike a file that cannot be read. */
class TooLargeError extends UserError {}

/** What is kept of reading files. */
interface Attempts {
  readonly remarks: string[];
  readonly faults: UserError[];
  readonly room: Room;
}

async function attempt(
  { files }: ImportSource,
  path: string,
  { remarks, faults, room }: Attempts,
): Promise<{ readonly document: JsonValue; readonly text: string } | undefined> {
  const unread = unreadPath(path);
  if (unread !== undefined) {
    remarks.push(unread);
    return undefined;
  }
  room.take(MIN_LENGTH);
  try {
    const text = await files.text(path);
    room.take(Math.max(text.length - MIN_LENGTH, 0));
    return { document: readDocument(text), text };
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof TooLargeError) {
      throw error;
    }
    faults.push(new UserError(`${path}: ${error.what}`, error.todo));
    remarks.push(`The file ${JSON.stringify(path)} cannot be read and is missing. ${error.what}`);
    return undefined;
  }
}

/** Why a file with this path is not even tried, in a sentence; absent when it is. */
export function unreadPath(path: string): string | undefined {
  const shown = JSON.stringify(path);
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) {
    return `The file at ${shown} is not fetched and is missing.`;
  }
  if (/^\/|^\.\.(?:\/|$)/.test(path)) {
    return `The file ${shown} is outside of the folder; it is not read and is missing.`;
  }
  return /(?:^|\/)\.[^/]/.test(path)
    ? `The file ${shown} is hidden; it is not read and is missing.`
    : undefined;
}

function readDocument(text: string): JsonValue {
  if (!/^\s*[[{]/.test(text)) {
    return parseYaml(text);
  }
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooDeepError) {
      throw new UserError(`It is not sound JSON: ${error.message}.`, 'Correct it.');
    }
    throw error;
  }
}

/** Paths of the other files that a document refers to, in the document's order. */
function filesNamedIn(document: JsonValue, file: string): readonly string[] {
  const named = new Set<string>();
  const seen = new Set<JsonValue>();
  const rest: JsonValue[] = [document];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    // What YAML repeats is one value in several places.
    if ((!isArray(value) && !isObject(value)) || seen.has(value)) {
      continue;
    }
    seen.add(value);
    const reference = textOf(memberOf(value, '$ref')) ?? textOf(memberOf(value, 'operationRef'));
    if (reference !== undefined && !reference.startsWith('#')) {
      named.add(targetOf(reference, file).file);
    }
    for (const inside of Object.values(value).toReversed()) {
      rest.push(inside);
    }
  }
  return [...named];
}

/** A path seen from a file: what leads out of the folder keeps its first `..`. */
function joined(file: string, path: string): string {
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(path)) {
    return path;
  }
  const parts: string[] = [];
  for (const part of [...file.split('/').slice(0, -1), ...path.split('/')]) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') {
      parts.pop();
    } else if (part !== '.' && part !== '') {
      parts.push(part);
    }
  }
  return parts.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // URIError: a % that begins no escape.
    return text;
  }
}
