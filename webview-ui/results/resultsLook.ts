/** How a person looks at results: what of the panel's state outlives its page. */
import { defined } from '../../src/core/defined';
import { isText, membersOf } from '../ui/pageMemory';
import { detailsIn, keptDetails } from './detailsLook';
import { initialState, type ResultsState } from './resultsState';

/** What is kept of a state, as plain data. */
export function lookOf({ chosen, look }: ResultsState): object {
  return { ...keptDetails(look), ...defined({ chosen }) };
}

/** The state to begin with; what was kept may be of an earlier version, or nothing. */
export function stateWith(kept: unknown): ResultsState {
  const { chosen } = membersOf(kept);
  return { ...initialState, look: detailsIn(kept), ...(isRequest(chosen) ? { chosen } : {}) };
}

function isRequest(value: unknown): value is NonNullable<ResultsState['chosen']> {
  const { chain, id } = membersOf(value);
  return isText(chain) && isText(id);
}
