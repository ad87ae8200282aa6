/** What of a review's state outlives its page: what the person has decided and not applied yet. */
import { isIndex, isText } from '../ui/pageMemory';
import { initialState, type MappingState } from './mappingState';

/** The part that is kept, as plain data. */
export interface MappingLook {
  readonly ticks: readonly (readonly [string, boolean])[];
  readonly unfolded: readonly (readonly [string, boolean])[];
  readonly choices: readonly (readonly [string, number])[];
  readonly threshold: number;
}

/** What is kept of a state. */
export function lookOf({ ticks, unfolded, choices, threshold }: MappingState): MappingLook {
  return { ticks: [...ticks], unfolded: [...unfolded], choices: [...choices], threshold };
}

/** The state to begin with; what was kept may be of an earlier version, or nothing. */
export function stateWith(kept: unknown): MappingState {
  const look: Readonly<Record<string, unknown>> = typeof kept === 'object' ? { ...kept } : {};
  const { ticks, unfolded, choices, threshold } = look;
  return {
    ...initialState,
    ticks: new Map(pairs(ticks, isSwitch)),
    unfolded: new Map(pairs(unfolded, isSwitch)),
    choices: new Map(pairs(choices, isIndex)),
    ...(isIndex(threshold) && threshold <= 100 ? { threshold } : {}),
  };
}

function isSwitch(kept: unknown): kept is boolean {
  return typeof kept === 'boolean';
}

function pairs<T>(kept: unknown, isValue: (value: unknown) => value is T): readonly (readonly [string, T])[] {
  const list: readonly unknown[] = Array.isArray(kept) ? kept : [];
  return list.flatMap((item): readonly (readonly [string, T])[] => {
    const pair: readonly unknown[] = Array.isArray(item) ? item : [];
    const [key, value] = pair;
    return isText(key) && isValue(value) ? [[key, value]] : [];
  });
}
