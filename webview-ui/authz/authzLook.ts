/** How a person looks at an authorization matrix: what of the panel's state outlives its page. */
import type { GridFilter } from '../../src/core/authz/report/grid';
import { defined } from '../../src/core/defined';
import { isText, membersOf } from '../ui/pageMemory';
import { initialState, type AuthzState } from './authzState';

/** What is kept of a state, as plain data. */
export function lookOf({ chosen, filter }: AuthzState): object {
  return { filter, ...defined({ chosen }) };
}

/** The state to begin with; what was kept may be of an earlier version, or nothing. */
export function stateWith(kept: unknown): AuthzState {
  const { chosen, filter } = membersOf(kept);
  return {
    ...initialState,
    ...(isText(chosen) ? { chosen } : {}),
    ...(isFilter(filter) ? { filter } : {}),
  };
}

const FILTERS: Readonly<Record<GridFilter, true>> = {
  all: true,
  flaws: true,
  inconclusive: true,
  'not-passed': true,
};

function isFilter(value: unknown): value is GridFilter {
  return isText(value) && Object.hasOwn(FILTERS, value);
}
