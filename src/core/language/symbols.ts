/**
 * What a chain file consists of, for the outline and for the search over the workspace: requests with the
 * variables they extract, and constants.
 */
import type { ChainSource, RequestSource } from '../analysis/chainSource';
import { textAt } from '../analysis/locationOf';
import { nodeRange } from '../analysis/readSource';
import { memberOf } from '../json/jsonDocument';
import type { TextRange } from '../problem';
import { rangeOf } from './subject';

/** A part of a chain that has a name. */
export interface ChainSymbol {
  readonly kind: 'request' | 'extraction' | 'constant' | 'data';
  readonly name: string;
  /** What is worth knowing besides the name; may be empty. */
  readonly detail: string;
  /** The whole part. */
  readonly range: TextRange;
  /** Inside `range`: what to select. */
  readonly nameRange: TextRange;
  readonly children: readonly ChainSymbol[];
}

/** The parts of a chain, in the order of the file. */
export function chainSymbols(source: ChainSource): readonly ChainSymbol[] {
  return [...constants(source), ...data(source), ...source.requests.map(requestSymbol)].toSorted(
    (one, other) => one.range.start - other.range.start,
  );
}

/** The parts of a chain and the parts of those, all in one list. */
export function allSymbols(symbols: readonly ChainSymbol[]): readonly ChainSymbol[] {
  return symbols.flatMap((symbol) => [symbol, ...allSymbols(symbol.children)]);
}

/** Whether a name contains the letters of a query, in order and in either case, as editors search symbols. */
export function matchesQuery(query: string, name: string): boolean {
  const letters = name.toLowerCase();
  let at = 0;
  for (const letter of query.toLowerCase().replace(/\s/g, '')) {
    at = letters.indexOf(letter, at) + 1;
    if (at === 0) {
      return false;
    }
  }
  return true;
}

function constants({ head, marks }: ChainSource): readonly ChainSymbol[] {
  const variables = head === undefined ? undefined : memberOf(head, 'variables')?.value;
  const members = variables?.kind === 'object' ? variables.members : [];
  return marks.constants
    .filter(({ name }) => name !== '')
    .map((mark) => {
      const member = members.find(({ start, end }) => start <= mark.start && mark.end <= end);
      const { start, end } = member ?? mark;
      return {
        kind: 'constant',
        name: mark.name,
        detail: '',
        range: { start, end: member?.value.end ?? end },
        nameRange: rangeOf(mark),
        children: [],
      };
    });
}

/** The rows of data, in the chain or in a file. */
function data({ head }: ChainSource): readonly ChainSymbol[] {
  const member = head === undefined ? undefined : memberOf(head, 'data');
  return member === undefined
    ? []
    : [
        {
          kind: 'data',
          name: member.name,
          detail: '',
          range: { start: member.start, end: member.value.end },
          nameRange: rangeOf(member),
          children: [],
        },
      ];
}

function requestSymbol(request: RequestSource): ChainSymbol {
  const { start, end, id, name, method, marks } = request;
  const idRange = marks.id === undefined ? { start: 0, end: 1 } : marks.id;
  const title = [name, id].find((text) => text !== '') ?? UNNAMED;
  return {
    kind: 'request',
    name: title,
    detail: words([method, marks.call?.name ?? textAt(request.tree, ['url'])]),
    range: { start, end },
    nameRange: moved(idRange, start),
    children: extractions(request),
  };
}

function extractions(request: RequestSource): readonly ChainSymbol[] {
  const { start, tree, marks } = request;
  return marks.extractions.map((mark) => {
    const path = [marks.call === undefined ? 'extract' : 'take', mark.index];
    const parts = ['from', 'name', 'path'].map((name) => textAt(tree, [...path, name]));
    return {
      kind: 'extraction',
      name: mark.name,
      detail: words(parts),
      range: nodeRange(request, path) ?? moved(mark, start),
      nameRange: moved(mark, start),
      children: [],
    };
  });
}

/** Replaces the name of a request that has neither a name nor an id yet. */
const UNNAMED = '…';

function words(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== '').join(' ');
}

function moved({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}
