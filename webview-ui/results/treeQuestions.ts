/**
 * Questions about the tree of a long body. One is asked at a time, and what is wanted when its answer comes is asked
 * next, so that fast typing skips and never queues.
 */
import { plainLook, type TreeLook } from '../../src/core/bodyTree/treeLook';
import type { TreeAct, TreeView } from '../../src/core/bodyTree/bodyTree';
import { viewFrom, type PlainTreeView, type TreeWanted } from '../../src/protocol/bodyTree';

/** Asks the editor for a tree. */
export type AskTree = (wanted: TreeWanted) => Promise<PlainTreeView>;

/** Who wants to know. */
export interface TreeListener {
  /** The tree after an act; not called for questions overtaken by another one. */
  readonly onView: (view: TreeView, act: TreeAct) => void;
  readonly onProblem: (message: string) => void;
}

/** The questions about one tree. */
export class TreeQuestions {
  #isAsking = false;
  #next: TreeWanted | undefined;

  constructor(
    private readonly ask: AskTree,
    private readonly listener: TreeListener,
  ) {}

  /** Asks for the tree after an act; without a look as at first. */
  want(look: TreeLook | undefined, act: TreeAct): void {
    this.#next = { look: look === undefined ? null : plainLook(look), act };
    void this.#askNext();
  }

  async #askNext(): Promise<void> {
    const wanted = this.#next;
    if (wanted === undefined || this.#isAsking) {
      return;
    }
    this.#next = undefined;
    this.#isAsking = true;
    try {
      const view = await this.ask(wanted);
      if (this.#isLast()) {
        this.listener.onView(viewFrom(view), wanted.act);
      }
    } catch (error) {
      if (this.#isLast()) {
        this.listener.onProblem(error instanceof Error ? error.message : String(error));
      }
    } finally {
      this.#isAsking = false;
    }
    await this.#askNext();
  }

  #isLast(): boolean {
    return this.#next === undefined;
  }
}
