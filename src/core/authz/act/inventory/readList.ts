/** Reading a list to its end: page after page, by the request that the chain has for the next one. */
import { headerValue } from '../../../headers';
import type { Extraction } from '../../../model';
import type { RecordedResponse } from '../../../result/result';
import { variableUses } from '../../../prepare/references';
import { stringifyJson } from '../../../json/json';
import { attackRequest } from '../../plan/requests/attackRequest';
import type { CellStep, StepKind } from '../../model/authzResult';
import type { AuthzContext } from '../context';
import { requestOf, type NamedRequest } from '../../matrix/findByName';
import { bodyNamesMore } from '../../response/pagination';
import { noteList } from './notedLists';
import type { MatrixResource, RequestName } from '../../model/matrix';
import { planOf, type Answer, type Sending, type Values } from '../sender/sender';
import type { Session } from '../sessions/sessions';

/** A list as a user is shown it. */
export interface Pages {
  readonly answers: readonly Answer[];
  readonly responses: readonly RecordedResponse[];
  readonly steps: readonly CellStep[];
  /** Nothing says that there are further pages. */
  readonly complete: boolean;
}

/** Test data has fewer pages than this. */
const MOST_PAGES = 100;

/** A list and the request for its following page, which uses variables that `first` extracts. */
export interface PagedList {
  readonly first: RequestName;
  readonly next: RequestName | undefined;
  /** Read without credentials. */
  readonly anonymous?: boolean;
}

/** Reads the list of a resource, its further pages as an operation of the same request has them. */
export function readList(
  context: AuthzContext,
  user: Session,
  { list }: MatrixResource,
  step: StepKind,
): Promise<Pages> {
  if (list === undefined) {
    return Promise.resolve(pagesOf([], false));
  }
  const operation = context.loaded.matrix.operations.find(
    ({ request }) => request.chain === list.chain && request.id === list.id,
  );
  return readPages(context, user, { first: list, next: operation?.next }, step);
}

/** Reads a list page by page. */
export async function readPages(
  context: AuthzContext,
  user: Session,
  list: PagedList,
  step: StepKind,
): Promise<Pages> {
  const pages = await pagesFrom(context, user, list, step);
  noteList(context, { user: user.user.name, list: list.first }, pages.responses);
  return pages;
}

async function pagesFrom(
  context: AuthzContext,
  user: Session,
  { first, next, anonymous = false }: PagedList,
  step: StepKind,
): Promise<Pages> {
  const named = requestOf(context.loaded, first);
  const following = next === undefined ? undefined : requestOf(context.loaded, next);
  const cursors = following === undefined ? [] : cursorsOf(named, following);
  const answers: Answer[] = [];
  const seen = new Set<string>();
  let values: Values = user.values;
  let current = named;
  while (answers.length < MOST_PAGES) {
    const page = await readPage(context, user, current, { extract: cursors, values, step, anonymous });
    if (page === undefined) {
      return pagesOf(answers, false);
    }
    answers.push(page);
    const cursor = cursorText(page, cursors);
    if (following === undefined) {
      return pagesOf(answers, !namesNextPage(page.response) && !bodyNamesMore(page.response));
    }
    if (cursor === undefined) {
      return pagesOf(answers, !namesNextPage(page.response));
    }
    if (seen.has(cursor)) {
      return pagesOf(answers, false);
    }
    seen.add(cursor);
    ({ values } = page);
    current = following;
  }
  return pagesOf(answers, false);
}

interface PageReading extends Pick<Sending, 'values' | 'step'> {
  readonly extract: readonly Extraction[];
  readonly anonymous: boolean;
}

async function readPage(
  context: AuthzContext,
  user: Session,
  { loaded, request }: NamedRequest,
  { extract, values, step, anonymous }: PageReading,
): Promise<Answer | undefined> {
  const bare = attackRequest(request, loaded.chain, { places: [], anonymous });
  const answers = await context.sender.send({
    caller: user,
    plan: planOf(loaded, { ...bare.request, extract }, context.loaded.environment, bare.chain),
    values,
    step,
  });
  return answers[0]?.response === undefined ? undefined : answers[0];
}

/** What the first page says about where the next one is; the last page has no such value. */
function cursorsOf(first: NamedRequest, next: NamedRequest): readonly Extraction[] {
  const used = new Set(variableUses(next.request, next.loaded.chain).map(({ variable }) => variable));
  return first.request.extract
    .filter(({ variable }) => used.has(variable))
    .map((extraction) => ({ ...extraction, optional: true }));
}

function cursorText({ result, values }: Answer, cursors: readonly Extraction[]): string | undefined {
  const found = result.extractions.filter((extraction) => extraction.found);
  const texts = found.map(({ variable }) => stringifyJson(values.get(variable)?.value ?? null));
  return cursors.length > 0 && found.length === cursors.length && texts.some((text) => text !== 'null')
    ? texts.join('\n')
    : undefined;
}

/** RFC 8288: a link of relation `next`. */
function namesNextPage(response: RecordedResponse | undefined): boolean {
  const link = response === undefined ? undefined : headerValue(response.headers, 'link');
  return link !== undefined && /\brel="?[^",;]*\bnext\b/i.test(link);
}

function pagesOf(answers: readonly Answer[], complete: boolean): Pages {
  return {
    answers,
    responses: answers.flatMap(({ response }) => (response === undefined ? [] : [response])),
    steps: answers.map(({ step }) => step),
    complete,
  };
}
