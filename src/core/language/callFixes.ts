/** What to do about the names that a step gives to the chain that it runs, and takes from it. */
import { calledChain, givenTo, takenFrom } from '../analysis/calledChain';
import type { NameMark, RequestSource } from '../analysis/chainSource';
import { requestAt } from '../analysis/siteAt';
import { removeWithEmptyParent } from '../edit/jsonEdit';
import { setInOrder } from '../edit/memberOrder';
import { CHAIN, below } from '../files/writtenPath';
import type { Problem } from '../problem';
import { editChain, preferred, type Fix, type FixContext } from './fix';
import { similarNames } from './names';
import { touches } from './subject';

/** The fix for what a chain needs: give it what is called so here. */
export function missingWithFixes({ range, variable }: Problem, context: FixContext): readonly Fix[] {
  const request = requestAt(context.analysis.source, range.start);
  if (request === undefined || variable === undefined) {
    return [];
  }
  const path = below(below(CHAIN, 'requests', request.index), 'with', variable);
  const title = context.say('Give it {0}', `{{${variable}}}`);
  return [preferred(editChain(context, title, (text) => setInOrder(text, path, `{{${variable}}}`)))];
}

/** The fixes for what is given, but not used. */
export function unusedWithFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const { surroundings } = context.analysis;
  const found = nameAt(problem, context, ({ marks }) => marks.call?.given ?? []);
  if (found === undefined) {
    return [];
  }
  const { request, mark } = found;
  const called = calledChain(surroundings, request.marks.call?.name ?? '');
  const path = below(below(CHAIN, 'requests', request.index), 'with', mark.name);
  return [
    ...spellingFixes(found, called === undefined ? [] : givenTo(called, surroundings), context),
    editChain(context, context.say('Remove {0}', mark.name), (text) => removeWithEmptyParent(text, path)),
  ];
}

/** The fixes for what is taken, but not extracted: names that may be meant. */
export function unknownTakeFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const found = nameAt(problem, context, ({ marks }) => marks.extractions);
  const called = calledChain(context.analysis.surroundings, found?.request.marks.call?.name ?? '');
  return found === undefined || called === undefined
    ? []
    : spellingFixes(found, takenFrom(called.source), context);
}

interface FoundName {
  readonly request: RequestSource;
  readonly mark: NameMark;
}

function nameAt(
  { range }: Problem,
  { analysis }: FixContext,
  marksOf: (request: RequestSource) => readonly NameMark[],
): FoundName | undefined {
  const request = requestAt(analysis.source, range.start);
  const base = request?.start ?? 0;
  const mark =
    request &&
    marksOf(request).find(({ start, end }) => touches({ start: start + base, end: end + base }, range));
  return request === undefined || mark === undefined ? undefined : { request, mark };
}

function spellingFixes(
  { request, mark }: FoundName,
  known: Iterable<string>,
  context: FixContext,
): readonly Fix[] {
  const { start, end, name } = mark;
  return similarNames(name, known).map((text) =>
    editChain(context, context.say('Change to {0}', text), () => [
      { offset: start + request.start, length: end - start, text },
    ]),
  );
}
