/**
 * Which operation of an API description a request is: by its method and URL, whatever parameters are called.
 *
 * A URL may have references. What comes before the path of an operation belongs to the server: nothing, the path of a
 * server of the description, or anything that begins no path of the description, such as that of a gateway. Segments are
 * compared without percent-encoding, slashes at the end and queries do not count, and concrete paths come before those
 * with parameters (OpenAPI 3.1, "Path Templating Matching").
 */
import { groupBy } from '../groupBy';
import { hideReferences, splitUrl } from '../prepare/template';

/** An operation: `GET` and `/orders/{id}` or, as in a chain, `/orders/{{orderId}}`. */
export interface ApiOperation {
  readonly method: string;
  readonly path: string;
}

/** A request as it is written or was sent; a path is a URL as well. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
}

/** The operation that a request is. */
export interface OperationMatch<Operation extends ApiOperation> {
  readonly operation: Operation;
  /** Values of the parameters in the path by their names: `7`, or `{{orderId}}` as it is written. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Finds the operation of a request; undefined where there is none. */
export type MatchOperation<Operation extends ApiOperation> = (
  request: SentRequest,
) => OperationMatch<Operation> | undefined;

/**
 * Makes a matcher for the operations of a description.
 *
 * @param servers URLs of the description's servers, values in place of their variables
 */
export function createOperationMatcher<Operation extends ApiOperation>(
  operations: readonly Operation[],
  servers: readonly string[] = [],
): MatchOperation<Operation> {
  const templates = operations.map(templateOf);
  const byKey = groupBy(templates, keyOf);
  const rankOf = createRanks(templates, servers);
  return ({ method, url }) => {
    const sent = pathOf(url);
    if (sent === undefined) {
      return undefined;
    }
    const keys = sent.map((segment, index) => keyFor(method, sent.length - index, segment));
    const possible = [keyFor(method), ...keys].flatMap((key) => byKey.get(key) ?? []);
    const fitting = possible.flatMap((template) => {
      const values = valuesAtEnd(template.segments, sent);
      const rank = values && rankOf(template, sent);
      return values === undefined || rank === undefined ? [] : [{ template, values, rank }];
    });
    const [best] = fitting.toSorted(
      (one, other) =>
        one.rank - other.rank ||
        compareTemplates(one.template, other.template) ||
        Number(hasEndSlash(other.template, url)) - Number(hasEndSlash(one.template, url)),
    );
    return best && { operation: best.template.operation, parameters: new Map(best.values) };
  };
}

/** Templates are found by their last text and its distance from the end, for a description may have thousands. */
function keyOf({ operation: { method }, segments }: Template<ApiOperation>): string {
  const index = segments.findLastIndex((segment) => literalOf(segment) !== undefined);
  const segment = segments[index];
  return segment === undefined ? keyFor(method) : keyFor(method, segments.length - index, literalOf(segment));
}

function keyFor(method: string, ...place: readonly [fromEnd?: number, text?: string]): string {
  return JSON.stringify([method.toUpperCase(), ...place]);
}

/** How well what comes before a path fits the description, 0 is best; undefined where it does not. */
type RankOf = (template: Template<unknown>, sent: readonly string[]) => number | undefined;

function createRanks(templates: readonly Template<unknown>[], servers: readonly string[]): RankOf {
  const firstWords = new Set(templates.flatMap(({ segments: [first] }) => first && literalOf(first)));
  const bases = new Set(servers.map((url) => (pathOf(url) ?? []).join('/')).filter((base) => base !== ''));
  return ({ segments }, sent) => {
    const before = sent.slice(0, sent.length - segments.length);
    if (bases.has(before.join('/'))) {
      return 0;
    }
    const isOther = !firstWords.has(before[0]) && segments.some((one) => literalOf(one) !== undefined);
    return before.length === 0 || isOther ? 1 : undefined;
  };
}

/** An operation, its path taken apart. */
interface Template<Operation> {
  readonly operation: Operation;
  readonly segments: readonly Segment[];
}

/** `{id}.json` has the texts `` and `.json` around the parameter `id`. */
interface Segment {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

function templateOf<Operation extends ApiOperation>(operation: Operation): Template<Operation> {
  const segments = segmentsOf(operation.path.replace(/\?.*$/s, '')).map((segment) => {
    const parts = segment.split(/\{+([^{}]*)\}+/);
    return {
      texts: parts.filter((_part, index) => index % 2 === 0).map(decodedSegment),
      names: parts.filter((_part, index) => index % 2 === 1),
    };
  });
  return { operation, segments };
}

/** Longer paths first, then those that are more concrete where they first differ. */
function compareTemplates(one: Template<unknown>, other: Template<unknown>): number {
  const differences = one.segments.map((segment, index) => {
    const compared = other.segments[index];
    return compared === undefined ? 0 : freedomOf(segment) - freedomOf(compared);
  });
  return (
    other.segments.length - one.segments.length || (differences.find((difference) => difference !== 0) ?? 0)
  );
}

/** 0 for a text, 1 for a parameter with text around it, 2 for a parameter. */
function freedomOf({ texts, names }: Segment): number {
  return names.length === 0 ? 0 : texts.some((text) => text !== '') ? 1 : 2;
}

function literalOf({ texts, names }: Segment): string | undefined {
  return names.length === 0 ? texts[0] : undefined;
}

/** The values of all parameters of a path that is the last part of another one; undefined where it is not. */
function valuesAtEnd(
  segments: readonly Segment[],
  sent: readonly string[],
): readonly (readonly [name: string, value: string])[] | undefined {
  const found: [string, string][] = [];
  for (const [index, segment] of segments.entries()) {
    const values = valuesIn(segment, sent[sent.length - segments.length + index] ?? '');
    if (values === undefined) {
      return undefined;
    }
    values.forEach((value, at) => found.push([segment.names[at] ?? '', value]));
  }
  return found;
}

/** The values of the parameters of a segment; undefined where a text around them is missing, or a value is empty. */
function valuesIn({ texts: [first = '', ...rest] }: Segment, sent: string): readonly string[] | undefined {
  const values: string[] = [];
  let from = sent.startsWith(first) ? first.length : -1;
  for (const [index, text] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const end = isLast && sent.endsWith(text) ? sent.length - text.length : sent.indexOf(text, from + 1);
    if (from < 0 || end <= from) {
      return undefined;
    }
    values.push(sent.slice(from, end));
    from = end + text.length;
  }
  return from === sent.length ? values : undefined;
}

/** The segments of the path of a URL; undefined where a reference is all that is known of it. */
function pathOf(url: string): readonly string[] | undefined {
  const { pathStart, queryStart } = splitUrl(url);
  return pathStart === queryStart && url.startsWith('{{')
    ? undefined
    : segmentsOf(url.slice(pathStart, queryStart)).map(decodedSegment);
}

/** The parts between slashes; those in references do not count. */
function segmentsOf(path: string): readonly string[] {
  let start = 0;
  return hideReferences(path)
    .split('/')
    .map(({ length }) => {
      const segment = path.slice(start, start + length);
      start += length + 1;
      return segment;
    })
    .filter((segment) => segment !== '');
}

function hasEndSlash({ operation: { path } }: Template<ApiOperation>, url: string): boolean {
  return path.endsWith('/') === url.slice(0, splitUrl(url).queryStart).endsWith('/');
}

/** A segment without percent-encoding, where that can be told. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // URIError: a % that begins no escape.
    return segment;
  }
}
