/** Fixes for requests without an id, or with an invalid one: the id they could have. */
import type { ChainSource, RequestSource } from '../analysis/chainSource';
import { textAt } from '../analysis/locationOf';
import { requestAt } from '../analysis/siteAt';
import { insertEntry } from '../edit/entryEdit';
import { nodeAt } from '../json/jsonDocument';
import { treeOf } from '../edit/jsonEdit';
import type { Problem, TextRange } from '../problem';
import { freeId, requestIdFor } from '../edit/plainNames';
import { inOrder, type TextEdit } from '../edit/textEdit';
import { editChain, preferred, type Fix, type FixContext } from './fix';
import { requestIdFault } from './names';

/** The fix for a request whose id is missing; none when the problem is about something else. */
export function missingIdFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const { source } = context.analysis;
  const request = requestAt(source, problem.range.start);
  if (request === undefined || !lacksId(request) || problem.range.start !== request.start) {
    return [];
  }
  const id = proposedId(request, idsOf(source));
  return [
    preferred(
      editChain(context, context.say('Add the id {0}', id), (text) => insertIds(text, [{ request, id }])),
    ),
  ];
}

/** The fix for an id that another request has, or that is invalid. */
export function unusableIdFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const { source } = context.analysis;
  const request = requestAt(source, problem.range.start);
  const mark = request?.marks.id;
  if (request === undefined || mark === undefined) {
    return [];
  }
  const range = { start: mark.start + request.start, end: mark.end + request.start };
  if (!isAboutId(problem.range, range)) {
    return [];
  }
  const taken = idsOf(source);
  const id =
    requestIdFault(request.id) === undefined ? freeId(request.id, taken) : proposedId(request, taken);
  const edit = { offset: range.start, length: range.end - range.start, text: id };
  return [preferred(editChain(context, context.say('Change the id to {0}', id), () => [edit]))];
}

/** The edits that give every request of a chain that has no id one. */
export function addMissingIds(source: ChainSource): readonly TextEdit[] {
  const taken = new Set(idsOf(source));
  const missing = source.requests.filter(lacksId).map((request) => {
    const id = proposedId(request, taken);
    taken.add(id);
    return { request, id };
  });
  return missing.length === 0 ? [] : insertIds(source.text, missing);
}

interface NewId {
  readonly request: RequestSource;
  readonly id: string;
}

/** A problem is about the value, with its quotes or without; not about the whole request. */
function isAboutId(problem: TextRange, id: TextRange): boolean {
  return id.start - 1 <= problem.start && problem.end <= id.end + 1;
}

function lacksId({ tree }: RequestSource): boolean {
  return nodeAt(tree, ['id']) === undefined;
}

/** Read off the name, else off the method and the last words of the URL, else off the current id. */
function proposedId({ id, name, method, tree }: RequestSource, taken: Iterable<string>): string {
  const path = (textAt(tree, ['url']) ?? '').replace(/[?#].*$/s, '').replace(/\{\{[^}]*\}\}/g, '/');
  const last = path
    .split('/')
    .filter((step) => /[a-z]/i.test(step) && !step.includes(':'))
    .at(-1);
  const words = [id, name, last === undefined ? '' : `${method} ${last}`].find((text) => text !== '');
  return requestIdFor(words ?? method, taken);
}

function idsOf({ requests }: ChainSource): readonly string[] {
  return requests.map(({ id }) => id);
}

/** Ids come first in their requests. */
function insertIds(text: string, ids: readonly NewId[]): readonly TextEdit[] {
  const root = treeOf(text);
  return inOrder(
    ids.flatMap(({ request, id }) => {
      const node = nodeAt(root, ['requests', request.index]);
      return node?.kind === 'object'
        ? insertEntry(text, node, { index: 0, name: 'id', value: id, spread: 'fit' })
        : [];
    }),
  );
}
