/**
 * The policy of a matrix file as its grid shows it. The text document owns the policy: for one that is not JSON there
 * is the place of the error, with the last grid that could be read.
 */
import { pathTemplate } from '../core/authz/model/cellId';
import type { RequestName } from '../core/authz/model/matrix';
import type { PolicyGrid, PolicyRow } from '../core/authz/matrix/policyGrid';
import type { JsonDocument } from '../core/json/jsonDocument';
import type { ChainRequest } from '../core/model';
import type { Problem } from '../core/problem';
import type { BrokenText } from './formView';

/** A policy as its grid shows it. */
export interface PolicyView extends Pick<PolicyGrid, 'name' | 'roles' | 'anonymous'> {
  /** Name of the file, for people. */
  readonly file: string;
  /** Where the text is not valid JSON; everything else is then the last version that was, and cannot be changed. */
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

/** What a view needs in addition to the text. */
export interface PolicyFacts {
  /** Name of the file, for people. */
  readonly file: string;
  /** The request of a name; absent when it does not exist. */
  readonly requestOf: (name: RequestName) => Pick<ChainRequest, 'method' | 'url'> | undefined;
}

/** The view of a policy that could be read. */
export function policyView(
  { rows, name, roles, anonymous, scopes }: PolicyGrid,
  { file, requestOf }: PolicyFacts,
): PolicyView {
  return {
    file,
    name,
    roles,
    anonymous,
    scopes,
    rows: rows.map(({ named, ...row }) => {
      const request = named === undefined ? undefined : requestOf(named);
      return request === undefined ? row : { ...row, method: request.method, path: pathTemplate(request) };
    }),
  };
}

/** The view of a text that cannot be read; `before` is what was shown when it last could be. */
export function brokenPolicy(
  { place, message }: Problem,
  file: string,
  before: PolicyView | undefined,
): PolicyView {
  const { line = 1, column = 1 } = place;
  return { ...(before ?? EMPTY), file, broken: { message, line, column } };
}

/** What keeps a text from being read; nothing where only two members have one name, of which the last counts. */
export function breakOf({ problems }: Pick<JsonDocument, 'problems'>): Problem | undefined {
  return problems.find(({ code }) => code === 'syntax' || code === 'nesting');
}

const EMPTY: Omit<PolicyView, 'file'> = { name: '', roles: [], anonymous: [], scopes: [], rows: [] };
