/**
 * The policy of a matrix file as its grid shows it.
 *
 * The text document owns the policy. A text that is no JSON shows the last grid that could be read, and where the
 * text is wrong.
 */
import { pathTemplate } from '../core/authz/model/cellId';
import type { RequestName } from '../core/authz/model/matrix';
import { offeredScopes, policyGrid, type PolicyGrid, type PolicyRow } from '../core/authz/matrix/policyGrid';
import { defined } from '../core/defined';
import type { JsonDocument } from '../core/json/jsonDocument';
import type { ChainRequest } from '../core/model';
import type { Problem } from '../core/problem';
import type { BrokenText } from './formView';

/** A policy as its grid shows it. */
export interface PolicyView extends Pick<PolicyGrid, 'name' | 'roles' | 'anonymous'> {
  /** Name of the file, for people. */
  readonly file: string;
  /** Where the text is no JSON; everything else is then the last version that was, and cannot be changed. */
  readonly broken?: BrokenText;
  /** Scopes that can be chosen, as JSON. */
  readonly scopes: readonly string[];
  readonly rows: readonly PolicyViewRow[];
}

/** An operation, with its request as far as that is known. */
export interface PolicyViewRow extends Omit<PolicyRow, 'named'> {
  /** Absent when the request does not exist. */
  readonly method?: string;
  /** Path of the URL as written. */
  readonly path?: string;
}

/** What a view is made with besides the text. */
export interface PolicyFacts {
  /** Name of the file, for people. */
  readonly file: string;
  /** The request of a name; absent when it does not exist. */
  readonly requestOf: (name: RequestName) => Pick<ChainRequest, 'method' | 'url'> | undefined;
}

/** The view of a text; `before` is what was shown when it could be read last. */
export function policyView(
  document: JsonDocument,
  { file, requestOf }: PolicyFacts,
  before?: PolicyView,
): PolicyView {
  const problem = document.problems.find(breaksText);
  if (problem !== undefined) {
    const { line = 1, column = 1 } = problem.place;
    return { ...(before ?? EMPTY), file, broken: { message: problem.message, line, column } };
  }
  const { rows, ...grid } = policyGrid(document);
  return {
    ...grid,
    file,
    scopes: offeredScopes(),
    rows: rows.map(({ named, ...row }) => {
      const request = named === undefined ? undefined : requestOf(named);
      return request === undefined
        ? row
        : { ...row, ...defined({ method: request.method, path: pathTemplate(request) }) };
    }),
  };
}

/** What keeps a text from being read; of two members with one name the last counts. */
export function breaksText({ code }: Pick<Problem, 'code'>): boolean {
  return code === 'syntax' || code === 'nesting';
}

const EMPTY: Omit<PolicyView, 'file'> = { name: '', roles: [], anonymous: [], scopes: [], rows: [] };
