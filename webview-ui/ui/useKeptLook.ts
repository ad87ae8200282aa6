/** A panel that is looked at as it was before its page was hidden. */
import { useReducer, useState } from 'preact/hooks';
import type { PageMemory } from './pageMemory';

/** What of a state is kept, and the state to begin with. */
export interface KeptLook<State> {
  readonly lookOf: (state: State) => object;
  readonly stateWith: (kept: unknown) => State;
}

/** The state of a panel and how it changes; its look is kept whenever it is another one. */
export function useKeptLook<State, Action>(
  memory: PageMemory,
  look: KeptLook<State>,
  reduce: (state: State, action: Action) => State,
): [State, (action: Action) => void] {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [store] = useState(() => keptState({ memory, look, reduce, onChange: () => draw(undefined) }));
  return [store.now(), store.dispatch];
}

/**
 * A state whose look is kept at once, and not when it is drawn: a page that is about to be hidden is drawn no more.
 */
export function keptState<State, Action>(panel: {
  readonly memory: PageMemory;
  readonly look: KeptLook<State>;
  readonly reduce: (state: State, action: Action) => State;
  readonly onChange: () => void;
}): { readonly now: () => State; readonly dispatch: (action: Action) => void } {
  const { memory, look, reduce, onChange } = panel;
  let state = look.stateWith(memory.kept);
  let kept = JSON.stringify(look.lookOf(state));
  return {
    now: () => state,
    dispatch: (action) => {
      const next = reduce(state, action);
      if (next === state) {
        return;
      }
      state = next;
      const text = JSON.stringify(look.lookOf(state));
      if (text !== kept) {
        kept = text;
        memory.keep(JSON.parse(text));
      }
      onChange();
    },
  };
}
