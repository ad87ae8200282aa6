/** Suggestions for a step that runs a chain: names that it can give to that chain, and take from it. */
import { getLocation } from 'jsonc-parser';
import type { ChainAnalysis, Surroundings } from '../analysis/analysis';
import { calledChain, lackingIn, takenFrom, type ReadCalled } from '../analysis/calledChain';
import type { RequestSource } from '../analysis/chainSource';
import { requestAt, type ValueSite } from '../analysis/siteAt';
import type { JsonPath } from '../json/jsonDocument';
import type { Say } from '../say';
import type { TextRange } from '../problem';
import { contains } from './subject';
import { wholeValues, type Suggestion, type TakenValue } from './suggestion';

/** What a chain that is run as a step may be given, and what can be taken from it. */
export interface CalledNames {
  /** Names without which it cannot run. */
  readonly needed: readonly string[];
  /** Its constants, which can have other values. */
  readonly constants: readonly string[];
  readonly taken: readonly string[];
}

/** The names of the chain that a step runs; absent when that cannot be read. */
export function calledNames(
  { surroundings }: Pick<ChainAnalysis, 'surroundings'>,
  request: RequestSource | undefined,
): CalledNames | undefined {
  const called = calledChain(surroundings, request?.marks.call?.name ?? '');
  return called && namesOf(called, surroundings);
}

/** The names of a chain that is run as a step. */
export function namesOf(called: ReadCalled, surroundings: Surroundings): CalledNames {
  return {
    needed: lackingIn(called, [], surroundings),
    constants: called.source.marks.constants.map(({ name }) => name),
    taken: takenFrom(called.source),
  };
}

/** Names for the member of `with` at an offset, those that the chain needs first; absent elsewhere. */
export function givenNames(
  { source, surroundings }: ChainAnalysis,
  offset: number,
  say: Say,
): readonly Suggestion[] | undefined {
  const request = requestAt(source, offset);
  const call = request?.marks.call;
  const called = call && calledChain(surroundings, call.name);
  const name = request && called && nameAt(source.text, request, offset);
  const range = name?.path.length === 2 && name.path[0] === 'with' ? name.range : undefined;
  if (request === undefined || call === undefined || called === undefined || range === undefined) {
    return undefined;
  }
  const others = call.given
    .filter(({ start }) => start + request.start !== range.start)
    .map(({ name }) => name);
  const needed = lackingIn(called, others, surroundings);
  const constants = called.source.marks.constants.map(({ name }) => name);
  const names: readonly TakenValue[] = [
    ...needed.map((text) => ({ kind: 'name' as const, text, detail: say('needed') })),
    ...constants
      .filter((name) => !others.includes(name))
      .map((text) => ({ kind: 'name' as const, text, detail: say('has a default') })),
  ];
  return wholeValues({ range }, names);
}

/** The name of a member at an offset in a request, without quotes; its value need not be written yet. */
export function nameAt(
  text: string,
  { start, end }: TextRange,
  offset: number,
): { readonly path: JsonPath; readonly range: TextRange } | undefined {
  const { isAtPropertyKey, path, previousNode } = getLocation(text.slice(start, end), offset - start);
  if (!isAtPropertyKey || previousNode === undefined) {
    return undefined;
  }
  const from = start + previousNode.offset + 1;
  const range = { start: from, end: from + previousNode.length - 2 };
  return contains(range, offset) ? { path, range } : undefined;
}

/** Names for an item of `take`: what the chain extracts and is not taken yet. */
export function takenNames({ surroundings }: ChainAnalysis, site: ValueSite): readonly TakenValue[] {
  const marks = site.request?.marks;
  const called = calledChain(surroundings, marks?.call?.name ?? '');
  const others = new Set(
    (marks?.extractions ?? []).filter(({ index }) => index !== site.path[1]).map(({ name }) => name),
  );
  return called === undefined
    ? []
    : takenFrom(called.source)
        .filter((name) => !others.has(name))
        .map((text) => ({ kind: 'variable', text }));
}
