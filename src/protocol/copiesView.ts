/** Objects that a chain sends again as a whole, in plain words for the review. */
import { copyMember, type OpenCopy } from '../core/mapping/review/reviewCopies';
import { stringifyJson } from '../core/json/json';
import type { NamedRequest, ShownCopy } from './mappingContract';
import type { ReviewWording } from './mappingView';
import { line } from './shownLine';

/** The copies as the review gets them; an id without a name is shown itself. */
export function shownCopies(
  copies: readonly OpenCopy[],
  { names, say }: ReviewWording,
): readonly ShownCopy[] {
  const named = (id: string): NamedRequest => ({ id, name: line(names.get(id) ?? id) });
  return copies.map((copy) => ({
    key: copy.key,
    variable: copy.extraction.variable,
    source: named(copy.source),
    place: line(say('body {0}', copy.path)),
    members: line(copy.members.join(', ')),
    extraction: line(stringifyJson(copyMember(copy))),
    warnings: copy.isByPosition ? [say('It is found by its position in a list, which may change.')] : [],
    uses: copy.uses.map(({ request, path }) => ({
      request: named(request),
      place: line(say('body {0}', path)),
    })),
  }));
}
