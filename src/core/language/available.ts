/**
 * The variables that have a value at a place of a chain: what earlier requests extract, constants, what
 * required chains bring along, the environment. Of those with the same name the innermost counts, as in
 * scope.ts; with the last value of each, if known.
 */
import type { ChainAnalysis, Definition } from '../analysis/analysis';
import { isNamedBy, type ChainSource, type RequestSource } from '../analysis/chainSource';
import { definitionAt } from '../analysis/definitions';
import { defined } from '../defined';
import { isCredentialName } from '../masking/credentialNames';
import { stringifyJson, type JsonValue } from '../json/json';
import { maskBegin } from '../masking/mask';
import { itemsAt, nodeAt, valueOf, type JsonPath } from '../json/jsonDocument';
import type { ObjectNode } from '../json/jsonTree';
import type { TextRange } from '../problem';
import { jsonTexts } from '../prepare/references';
import { firstItem } from './firstItem';
import { withoutJsonEscapes } from '../masking/unescape';
import { findReferences, plainText, resolveTemplate, wholeReference } from '../prepare/template';

/** A value to show, and the real one. */
export interface KnownValue {
  /** JSON text, secrets masked. */
  readonly shown: string;
  /** For comparing only; absent when it is not in memory or not known before a request is sent. */
  readonly raw?: JsonValue;
}

/** What variables extracted last, by name. */
export type KnownValues = ReadonlyMap<string, KnownValue>;

/** A variable of the request that uses it. */
interface OwnVariable {
  readonly kind: 'own';
  /** Present for the items of a loop, or a member of them, of which the value is that of the first. */
  readonly isItem?: true;
  readonly file: string;
  /** Its name, without quotes. */
  readonly range: TextRange;
}

/** A variable that a request may use. */
export interface AvailableVariable {
  readonly name: string;
  /** What gives it its value there. */
  readonly definition: Definition | OwnVariable;
  /** Name of the request that extracts it, else its id; absent when none does. */
  readonly producer?: string;
  /** Absent when it has not been extracted yet. */
  readonly value?: KnownValue;
}

/** Replaces a credential that is written out in a file. */
const HIDDEN = '••••••';

/**
 * The variables that the request at an index may use, the one that was produced last first. An index
 * beyond the last request asks for what the chain's own authentication and constants may use.
 */
export function availableVariables(
  analysis: ChainAnalysis,
  requestIndex: number,
  known: KnownValues,
): readonly AvailableVariable[] {
  const find = variablesAt(analysis, requestIndex, known);
  const own = analysis.source.requests[requestIndex]?.marks.variables ?? [];
  const names = new Set([...own, ...analysis.variables].map(({ name }) => name));
  return [...names]
    .flatMap((name) => find(name) ?? [])
    .toSorted((one, other) => distance(one.definition) - distance(other.definition));
}

/**
 * The variables that the text at a path may use: all that its request may use, but the one whose value it is in.
 * The path is that in the request, or in the file outside the requests.
 */
export function variablesFor(
  analysis: ChainAnalysis,
  request: RequestSource | undefined,
  path: JsonPath,
  known: KnownValues,
): readonly AvailableVariable[] {
  const index = request?.index ?? analysis.source.requests.length;
  const written = path[0] === 'variables' ? path[1] : path[0] === 'data' ? path[2] : undefined;
  return availableVariables(analysis, index, known).filter(({ name }) => name !== written);
}

/** The variables that the request at an index may use, by name; absent for one that has no value there. */
export function variablesAt(
  analysis: ChainAnalysis,
  requestIndex: number,
  known: KnownValues,
): (name: string) => AvailableVariable | undefined {
  const lookup = valuesAt(analysis, requestIndex, known);
  const names = requestNames(analysis);
  return (name) => {
    const definition =
      ownVariable(analysis.source, requestIndex, name) ??
      definitionAt(analysis.byName.get(name)?.definitions ?? [], requestIndex);
    if (definition === undefined) {
      return undefined;
    }
    const producer =
      'requestId' in definition ? names.get(`${definition.file}#${definition.requestId}`) : undefined;
    const value = lookup(name);
    return {
      name,
      definition,
      ...defined({ producer, value }),
    };
  };
}

/** The value that a variable has, by name; absent when it has none or none is known. */
export type ValueLookup = (name: string) => KnownValue | undefined;

/**
 * The last values of the variables as the request at an index sees them. Each is worked out once and
 * when it is asked for: constants may refer to each other over and over, or in a circle.
 */
export function valuesAt(analysis: ChainAnalysis, requestIndex: number, known: KnownValues): ValueLookup {
  const outer = workedOutOnce((name, lookup) => {
    const definition = definitionAt(analysis.byName.get(name)?.definitions ?? [], requestIndex);
    if (definition?.kind === 'column' && definition.file !== analysis.source.file) {
      return firstInColumn(name, analysis);
    }
    const authored = definition === undefined ? undefined : authoredBy(name, definition, analysis);
    return authored === undefined ? definition && known.get(name) : authoredValue(name, authored, lookup);
  });
  const request = analysis.source.requests[requestIndex];
  // Constants do not see the variables of a request.
  return workedOutOnce((name, lookup) => {
    const item = request?.marks.variables.find((mark) => mark.hasMembers && isNamedBy(mark, name));
    if (item !== undefined) {
      return itemValue(request?.tree, name.slice(item.name.length).split('.').slice(1), outer);
    }
    const own = nodeAt(request?.tree, ['variables', name]);
    return own === undefined ? outer(name) : authoredValue(name, valueOf(own), lookup);
  });
}

/** The value of a loop's first item, or of a member of it. */
function itemValue(
  request: ObjectNode | undefined,
  path: readonly string[],
  lookup: ValueLookup,
): KnownValue | undefined {
  const written = nodeAt(request, ['forEach', 'in']);
  const list = written === undefined ? undefined : authoredValue('', valueOf(written), lookup);
  const value = list && firstItem(list, path);
  const name = path.at(-1) ?? '';
  return value !== undefined && isCredentialName(name) ? { ...value, shown: stringifyJson(HIDDEN) } : value;
}

function workedOutOnce(workOut: (name: string, lookup: ValueLookup) => KnownValue | undefined): ValueLookup {
  const found = new Map<string, KnownValue | undefined>();
  let depth = 0;
  const lookup = (name: string): KnownValue | undefined => {
    if (found.has(name) || depth > MAX_DEPTH) {
      return found.get(name);
    }
    // While it is resolved it has no value: one that refers to itself stays as written.
    found.set(name, undefined);
    depth += 1;
    const value = workOut(name, lookup);
    depth -= 1;
    found.set(name, value);
    return value;
  };
  return lookup;
}

function ownVariable(
  { file, requests }: ChainSource,
  requestIndex: number,
  name: string,
): OwnVariable | undefined {
  const request = requests[requestIndex];
  const mark = request?.marks.variables.find((own) => isNamedBy(own, name));
  return request === undefined || mark === undefined
    ? undefined
    : {
        kind: 'own',
        file,
        range: { start: request.start + mark.start, end: request.start + mark.end },
        ...(mark.hasMembers === true ? { isItem: true } : {}),
      };
}

/** What a value says as text: a string itself, anything else as JSON. `shown` when `raw` is not known. */
export function valueText({ shown, raw }: KnownValue): string {
  return raw === undefined ? shownText(shown) : plainText(raw);
}

/** Whether a value is shown as a mask, so that what is shown says nothing about it. */
export function isMasked({ shown }: KnownValue): boolean {
  return shown.includes(maskBegin) || shown.includes(HIDDEN);
}

/** A shown value without the quotes and escapes of a JSON string. */
export function shownText(shown: string): string {
  const isString = shown.length > 1 && shown.startsWith('"') && shown.endsWith('"');
  return isString ? withoutJsonEscapes(shown.slice(1, -1)) : shown;
}

/** How far away a value is made: by the request itself, by the last request, by earlier ones, in the file, outside. */
function distance(definition: AvailableVariable['definition']): number {
  switch (definition.kind) {
    case 'own':
      return Number.NEGATIVE_INFINITY;
    case 'extraction':
      return -definition.requestIndex - 1;
    case 'column':
      return 0;
    case 'constant':
      return 1;
    case 'required':
      return 2;
    case 'environment':
      return 3;
  }
}

/** Names of requests, their ids where they have none, by file and id. */
function requestNames({ source, surroundings }: ChainAnalysis): ReadonlyMap<string, string> {
  return new Map(
    [source, ...surroundings.required].flatMap(({ file, requests }) =>
      requests.map(({ id, name }) => [`${file}#${id}`, name === '' ? id : name] as const),
    ),
  );
}

/** The value that a file states; absent when a response brings it. */
function authoredBy(
  name: string,
  definition: Definition,
  { source, surroundings }: ChainAnalysis,
): JsonValue | undefined {
  if (definition.kind === 'environment') {
    return surroundings.environment?.values.get(name);
  }
  if ('requestId' in definition) {
    return undefined;
  }
  if (definition.kind === 'column') {
    const node = itemsAt(source.head, ['data']).flatMap((row) => nodeAt(row, [name]) ?? [])[0];
    return node === undefined ? undefined : valueOf(node);
  }
  const chain = [source, ...surroundings.required].find(({ file }) => file === definition.file);
  const node = nodeAt(chain?.head, ['variables', name]);
  return node === undefined ? undefined : valueOf(node);
}

/** What a data file has in a column first. */
function firstInColumn(name: string, { surroundings: { data } }: ChainAnalysis): KnownValue | undefined {
  const row = data?.table.rows.find(({ values }) => Object.hasOwn(values, name));
  const value = row?.values[name];
  return value === undefined ? undefined : writtenOut(name, value);
}

/** A value that is written in a file, hidden where its name says that it is a credential. */
function writtenOut(name: string, value: JsonValue): KnownValue {
  const isSecret = typeof value === 'string' && value !== '' && isCredentialName(name);
  return { shown: stringifyJson(isSecret ? HIDDEN : value), raw: value };
}

/** Constants that refer to constants; more are shown as they are written. */
const MAX_DEPTH = 200;
/** UTF-16 code units; constants that hold each other several times grow without end. */
const MAX_LENGTH = 10_000;

function authoredValue(name: string, authored: JsonValue, lookup: ValueLookup): KnownValue {
  const references = jsonTexts(authored).flatMap(({ text }) => findReferences(text));
  const written = { shown: stringifyJson(authored) };
  if (references.length === 0) {
    return writtenOut(name, authored);
  }
  const values = new Map(references.map((reference) => [reference.name, lookup(reference.name)]));
  const isComplete = [...values.values()].every((value) => value?.raw !== undefined);
  const whole = typeof authored === 'string' ? wholeReference(authored) : undefined;
  if (typeof authored !== 'string' || whole !== undefined) {
    return (whole === undefined ? undefined : values.get(whole.name)) ?? written;
  }
  const length = references.reduce((sum, { name: inner }) => sum + (values.get(inner)?.shown.length ?? 0), 0);
  if (length > MAX_LENGTH) {
    return written;
  }
  const fill = (write: (value: KnownValue) => string): string =>
    resolveTemplate(authored, (reference) => {
      const value = values.get(reference.name);
      return value === undefined ? undefined : write(value);
    }).text;
  const shown = stringifyJson(fill((value) => shownText(value.shown)));
  return { shown, ...(isComplete ? { raw: fill(valueText) } : {}) };
}
