/**
 * Two answers to the same request compared, in words that a person can read at a glance: status, headers and
 * body, with what differs at every answer set apart.
 *
 * Everything comes masked and stays so; values are shortened, because a comparison points and does not print.
 */
import { stringifyJson, type JsonValue } from '../json/json';
import { bodyValue } from '../language/bodyJson';
import { memberPath } from '../language/memberPath';
import type { HeaderLine } from '../model';
import type { RecordedBody, RecordedResponse } from '../result/result';
import { humanSize, statusText } from '../result/resultViews';
import { oneLine, shorten } from '../shownText';
import { compareJson, type ValueChange } from './compareJson';
import { headerVolatility, valueVolatility, type Volatility } from './volatility';

/** One difference between two answers. */
export interface AnswerChange {
  readonly place: 'status' | 'header' | 'body';
  /** Name of the header, path of the value or place of the lines; empty for the status and a body as a whole. */
  readonly name: string;
  /** The former value, shortened; absent when nothing was there. */
  readonly before?: string;
  /** The value there now; absent when nothing is there. */
  readonly after?: string;
}

/** A difference that is there at every answer, and why. */
export interface VolatileChange extends AnswerChange {
  readonly why: Volatility;
}

/** How an answer differs from an earlier one. */
export interface AnswerComparison {
  /** What changed, in the order of the answer. */
  readonly changes: readonly AnswerChange[];
  /** What differs at every answer. */
  readonly volatile: readonly VolatileChange[];
  /** What was not compared, or not to the end; whole sentences. */
  readonly notes: readonly string[];
}

/** UTF-16 code units of a value. */
const SHOWN_LENGTH = 200;
/** More differences than anybody reads. */
const MAX_CHANGES = 200;

/** Compares an answer with an earlier one. */
export function compareAnswers(before: RecordedResponse, after: RecordedResponse): AnswerComparison {
  const body = compareBodies(before.body, after.body);
  const all = [
    ...compareStatus(before, after),
    ...compareHeaders(before.headers, after.headers),
    ...body.found,
  ];
  return {
    changes: all.flatMap(({ why, ...change }) => (why === undefined ? [change] : [])),
    volatile: all.flatMap(({ why, ...change }) => (why === undefined ? [] : [{ ...change, why }])),
    notes: body.notes,
  };
}

/** A difference, and why it is there at every answer when it is. */
interface Found extends AnswerChange {
  readonly why?: Volatility | undefined;
}

function compareStatus(before: RecordedResponse, after: RecordedResponse): readonly Found[] {
  return before.status === after.status
    ? []
    : [{ place: 'status', name: '', before: statusText(before), after: statusText(after) }];
}

function compareHeaders(before: readonly HeaderLine[], after: readonly HeaderLine[]): readonly Found[] {
  const [older, newer] = [headersByName(before), headersByName(after)];
  const names = new Set([...newer.keys(), ...older.keys()]);
  return [...names].flatMap((key) => headerChange(older.get(key), newer.get(key)));
}

function headerChange(before: HeaderLine | undefined, after: HeaderLine | undefined): readonly Found[] {
  const name = (after ?? before)?.name ?? '';
  const [older, newer] = [before?.value, after?.value];
  if (older === newer) {
    return [];
  }
  const why = headerVolatility(name, older ?? '', newer ?? '');
  return [{ place: 'header', name, ...sides(older, newer), why }];
}

/** Lines of one name together; each cookie by its own name (RFC 6265 §4.1.1). */
function headersByName(lines: readonly HeaderLine[]): ReadonlyMap<string, HeaderLine> {
  const headers = new Map<string, HeaderLine>();
  for (const { name, value } of lines) {
    const cookie = name.toLowerCase() === 'set-cookie' ? /^[^=;]*/.exec(value)?.[0].trim() : undefined;
    const shown = cookie === undefined ? name : `${name} ${cookie}`;
    const key = shown.toLowerCase();
    const rest = cookie === undefined ? value : value.slice(value.indexOf('=') + 1);
    const known = headers.get(key);
    headers.set(key, { name: shown, value: known === undefined ? rest : `${known.value}, ${rest}` });
  }
  return headers;
}

interface ComparedBodies {
  readonly found: readonly Found[];
  readonly notes: readonly string[];
}

const BY_SIZE =
  'Bodies are compared by their size only when one has more than 8 MB or was not kept as a whole.';

function compareBodies(before: RecordedBody, after: RecordedBody): ComparedBodies {
  if (before.stored !== undefined || after.stored !== undefined) {
    return { found: compareSizes(before, after), notes: [BY_SIZE] };
  }
  if (before.encoding !== 'utf8' || after.encoding !== 'utf8') {
    const isSame = before.encoding === after.encoding && before.content === after.content;
    return { found: isSame ? [] : [bodySizes(before, after)], notes: [] };
  }
  if (before.content === after.content) {
    return { found: [], notes: [] };
  }
  const [older, newer] = [bodyValue(before), bodyValue(after)];
  if (older === undefined || newer === undefined) {
    return { found: [compareLines(before.content, after.content)], notes: [] };
  }
  return compareValues(older, newer);
}

function compareValues(before: JsonValue, after: JsonValue): ComparedBodies {
  const changes = compareJson(before, after, MAX_CHANGES);
  const notes = changes.length > MAX_CHANGES ? [`Only the first ${MAX_CHANGES} differences are listed.`] : [];
  return { found: changes.slice(0, MAX_CHANGES).map(valueChange), notes };
}

function valueChange({ path, before, after }: ValueChange): Found {
  const name = path.findLast((step) => typeof step === 'string');
  const why =
    before === undefined || after === undefined
      ? undefined
      : valueVolatility(typeof name === 'string' ? name : '', before, after);
  const text = (value: JsonValue | undefined): string | undefined =>
    value === undefined ? undefined : stringifyJson(value);
  return { place: 'body', name: memberPath(path), ...sides(text(before), text(after)), why };
}

function compareSizes(before: RecordedBody, after: RecordedBody): readonly Found[] {
  return before.size === after.size ? [] : [bodySizes(before, after)];
}

function bodySizes(before: RecordedBody, after: RecordedBody): Found {
  const words = ({ size, mediaType }: RecordedBody): string => `${humanSize(size)} ${mediaType}`.trim();
  return { place: 'body', name: '', before: words(before), after: words(after) };
}

/** Texts without structure: the lines from the first to the last that differ. */
function compareLines(before: string, after: string): Found {
  const [older, newer] = [before.split('\n'), after.split('\n')];
  const shortest = Math.min(older.length, newer.length);
  let start = 0;
  while (start < shortest && older[start] === newer[start]) {
    start += 1;
  }
  let end = 0;
  while (end < shortest - start && older.at(-1 - end) === newer.at(-1 - end)) {
    end += 1;
  }
  const part = (lines: readonly string[]): string | undefined =>
    lines.length - end > start ? lines.slice(start, lines.length - end).join('\n') : undefined;
  const last = Math.max(newer.length - end, start + 1);
  const name = last === start + 1 ? `line ${last}` : `lines ${start + 1}–${last}`;
  return { place: 'body', name, ...sides(part(older), part(newer)) };
}

function sides(
  before: string | undefined,
  after: string | undefined,
): Pick<AnswerChange, 'before' | 'after'> {
  return {
    ...(before === undefined ? {} : { before: shown(before) }),
    ...(after === undefined ? {} : { after: shown(after) }),
  };
}

function shown(text: string): string {
  return shorten(oneLine(text), SHOWN_LENGTH);
}
