/**
 * A JSON body as a tree that a person views: the rows to lay out, and the position of the search. A page that has
 * the body makes it itself; of a long body the rows alone go to the page.
 */
import { defined } from '../defined';
import type { JsonValue } from '../json/json';
import type { TreeLook } from './treeLook';
import { allUnfolded, initialFolding, treeRows, unfoldTo, type Steps, type TreeRow } from './treeRows';
import { searchTree } from './treeSearch';

/** What to do with a tree: view it, scroll to the match, or unfold it completely. */
export type TreeAct = 'look' | 'reveal' | 'unfold';

/** A tree as viewed. */
export interface TreeView {
  readonly look: TreeLook;
  readonly rows: readonly TreeRow[];
  /** Matches of what is looked for, as far as they are counted. */
  readonly count: number;
  /** The way to the match that is looked at; absent when there is none. */
  readonly match?: Steps;
}

/** The tree of one body; remembers what was found last. */
export class BodyTree {
  #text = '';
  #matches: readonly Steps[] = [];

  constructor(private readonly value: JsonValue) {}

  /** The tree after something was done; without a look as at first. */
  view(look: TreeLook | undefined, act: TreeAct): TreeView {
    const { folding, text, at } = look ?? { folding: initialFolding(this.value), text: '', at: 0 };
    const matches = this.#search(text);
    const current = Math.min(at, Math.max(matches.length - 1, 0));
    const match = matches[current];
    const next = this.#after(act, folding, match);
    return {
      look: { folding: next, text, at: current },
      rows: treeRows(this.value, next),
      count: matches.length,
      ...defined({ match }),
    };
  }

  #after(act: TreeAct, folding: TreeLook['folding'], match: Steps | undefined): TreeLook['folding'] {
    switch (act) {
      case 'look':
        return folding;
      case 'reveal':
        return match === undefined ? folding : unfoldTo(this.value, match, folding);
      case 'unfold':
        return allUnfolded(this.value);
    }
  }

  #search(text: string): readonly Steps[] {
    if (this.#text !== text) {
      this.#text = text;
      this.#matches = searchTree(this.value, text);
    }
    return this.#matches;
  }
}
