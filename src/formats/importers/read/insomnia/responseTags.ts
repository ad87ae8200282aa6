/**
 * `{% response … %}`, by which Insomnia takes a part of the last response of another request: an extraction
 * there, a reference in place of the tag.
 */
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import type { ExtractionRule } from '../../shape/imported';
import { stringifyJson } from '../../../../core/json/json';
import { pathFault } from '../../../../core/json/jsonPath';
import { asClause, renderUnmasked } from '../../../../core/message';
import { isReservedName } from '../../shape/chainNames';

/** The parts that the requests of a file take of each other's responses. */
export interface ResponseTags {
  /** The variable that holds a part; absent with a remark when a chain cannot take it. */
  readonly variableFor: (
    args: readonly string[],
    user: string | undefined,
    remark: (sentence: string) => void,
  ) => string | undefined;
  /** The extractions of a request, by its id. */
  readonly extractionsOf: (id: string) => readonly WrittenExtraction[];
}

/** What tags need to know about the requests of a file. */
export interface TaggedRequests {
  /** Their ids in the order in which they are sent. */
  readonly order: ReadonlyMap<string, number>;
  readonly nameOf: (id: string) => string;
  /** A name for a variable that no other one has. */
  readonly freeName: (wanted: string) => string;
}

/** Begins without parts. */
export function createResponseTags({ order, nameOf, freeName }: TaggedRequests): ResponseTags {
  const byRequest = new Map<string, Map<string, WrittenExtraction>>();
  return {
    extractionsOf: (id) => [...(byRequest.get(id)?.values() ?? [])],
    variableFor([attribute = '', id = '', filter = ''], user, remark) {
      const place = order.get(id);
      const part = partOf(attribute, filter.trim());
      if (place === undefined || typeof part === 'string') {
        const why = typeof part === 'string' ? part : 'the file has no HTTP request of that id';
        remark(`It takes a part of another response, which cannot be carried over: ${why}.`);
        return undefined;
      }
      if (user !== undefined && place >= (order.get(user) ?? place)) {
        remark(
          `It takes a part of the response of ${JSON.stringify(nameOf(id))}, which is sent after it. Move that before.`,
        );
      }
      const parts = byRequest.get(id) ?? new Map<string, WrittenExtraction>();
      byRequest.set(id, parts);
      const key = stringifyJson(part.rule);
      const rule = parts.get(key) ?? { variable: freeName(part.name), ...part.rule };
      parts.set(key, rule);
      return rule.variable;
    },
  };
}

interface Part {
  readonly rule: ExtractionRule;
  readonly name: string;
}

/** A part, or why a chain cannot take it. */
function partOf(attribute: string, filter: string): Part | string {
  switch (attribute) {
    case 'body':
      return filter.startsWith('/')
        ? { rule: { from: 'body', xpath: filter }, name: lastWord(filter) }
        : bodyPart(filter);
    case 'raw':
      return { rule: { from: 'body' }, name: 'response_body' };
    case 'url':
      return { rule: { from: 'url' }, name: 'response_url' };
    case 'header':
      return filter === '' || isReservedName(filter)
        ? 'the header has no usable name'
        : { rule: { from: 'header', name: filter }, name: lastWord(filter) };
    default:
      return `${JSON.stringify(attribute)} is not a part of a response that a chain knows`;
  }
}

function bodyPart(filter: string): Part | string {
  const path = (filter.startsWith('$') ? filter : `$.${filter}`).replace(
    /\[\(@\.length\s*-\s*(\d+)\)\]/g,
    '[-$1]',
  );
  const fault = filter === '' || filter === '$' ? undefined : pathFault(path);
  return fault === undefined
    ? { rule: { from: 'body', ...(filter === '' || filter === '$' ? {} : { path }) }, name: lastWord(filter) }
    : `${JSON.stringify(filter)} is not a standard JSONPath (${renderUnmasked(asClause(fault))})`;
}

/** A name for the part: the last word of its path. */
function lastWord(filter: string): string {
  return filter.match(/[A-Za-z_][\w-]*/g)?.at(-1) ?? 'response_body';
}
