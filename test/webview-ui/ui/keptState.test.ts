import assert from 'node:assert/strict';
import { keptState } from '../../../webview-ui/ui/useKeptLook';

/** A state with a number that is kept and one that is not, and what happens when it changes. */
function counting(kept?: unknown) {
  const looks: unknown[] = [];
  let drawn = 0;
  const state = keptState<{ seen: number; other: number }, 'see' | 'do' | 'nothing'>({
    memory: { kept, keep: (look) => looks.push(look) },
    look: {
      lookOf: ({ seen }) => ({ seen }),
      stateWith: (before) => ({ seen: before === undefined ? 0 : 7, other: 0 }),
    },
    reduce: (now, action) => {
      switch (action) {
        case 'see':
          return { ...now, seen: now.seen + 1 };
        case 'do':
          return { ...now, other: now.other + 1 };
        case 'nothing':
          return now;
      }
    },
    onChange: () => {
      drawn += 1;
    },
  });
  return { ...state, looks, drawn: () => drawn };
}

describe('the look of a panel', () => {
  it('is kept at once, before anything is drawn', () => {
    const { dispatch, looks } = counting();
    dispatch('see');
    dispatch('see');
    assert.deepEqual(looks, [{ seen: 1 }, { seen: 2 }]);
  });

  it('is not kept again when something else changes', () => {
    const { dispatch, looks, drawn } = counting();
    dispatch('do');
    assert.deepEqual([looks, drawn()], [[], 1]);
  });

  it('is neither kept nor drawn when nothing changes', () => {
    const { dispatch, looks, drawn } = counting();
    dispatch('nothing');
    assert.deepEqual([looks, drawn()], [[], 0]);
  });

  it('is what was kept, to begin with', () => {
    assert.deepEqual(counting({ seen: 7 }).now(), { seen: 7, other: 0 });
  });
});
