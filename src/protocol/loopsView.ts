/** Requests that can be one with a loop, in plain words for the review. */
import { listMember, loopMember, type OpenLoop } from '../core/mapping/review/reviewLoops';
import { stringifyJson } from '../core/json/json';
import type { NamedRequest, ShownLoop } from './mappingContract';
import type { ReviewWording } from './mappingView';
import { line } from './shownLine';

/** The loops as the review gets them; an id without a name is shown itself. */
export function shownLoops(loops: readonly OpenLoop[], { names, say }: ReviewWording): readonly ShownLoop[] {
  const named = (id: string): NamedRequest => ({ id, name: line(names.get(id) ?? id) });
  return loops.map((loop) => ({
    key: loop.key,
    variable: loop.extraction.variable,
    item: loop.item,
    source: named(loop.source),
    place: line(say('body {0}', loop.path)),
    extraction: line(stringifyJson(listMember(loop))),
    request: named(loop.requests[0] ?? ''),
    after: line(stringifyJson(loop.reference)),
    loop: line(stringifyJson(loopMember(loop))),
    removed: loop.requests.slice(1).map(named),
  }));
}
