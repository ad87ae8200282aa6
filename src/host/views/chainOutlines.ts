/**
 * Outlines of chain files, read when somebody wants to see them and kept until the file changes.
 *
 * A workspace may hold thousands of chains: only a few files are read at a time, so that looking at the
 * view does not stop everything else.
 */
import type * as vscode from 'vscode';
import { outlineChain, type ChainOutline } from '../../core/files/outline';
import type { ChainFiles } from '../services';

/** Files that are read at the same time, at most. */
const AT_ONCE = 8;

/** An outline, or that there is none because the file cannot be read. */
export type KnownOutline = ChainOutline | 'unreadable';

/** Owner of the outlines. */
export class ChainOutlines {
  readonly #known = new Map<string, KnownOutline>();
  /** Names of files that have changed since they were read. */
  readonly #stale = new Set<string>();
  readonly #reading = new Map<string, Promise<KnownOutline>>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(private readonly files: Pick<ChainFiles, 'text'>) {}

  /** The outline as it was read last; absent when it never was. */
  known(chain: vscode.Uri): KnownOutline | undefined {
    return this.#known.get(chain.toString());
  }

  /** The outline as the file is now. */
  read(chain: vscode.Uri): Promise<KnownOutline> {
    const name = chain.toString();
    const known = this.#known.get(name);
    if (known !== undefined && !this.#stale.has(name)) {
      return Promise.resolve(known);
    }
    const underWay = this.#reading.get(name);
    if (underWay !== undefined) {
      return underWay;
    }
    const reading = this.#inTurn(() => this.#outlineOf(chain)).then((outline) => {
      // A change while it was read has asked for the file again.
      if (this.#reading.get(name) === reading) {
        this.#reading.delete(name);
        this.#stale.delete(name);
        this.#known.set(name, outline);
      }
      return outline;
    });
    this.#reading.set(name, reading);
    return reading;
  }

  /** Reads a changed file again, if it was read before; resolves to whether it shows anything else now. */
  async refresh(chain: vscode.Uri): Promise<boolean> {
    const name = chain.toString();
    const before = this.#known.get(name);
    this.#reading.delete(name);
    this.#stale.add(name);
    return before !== undefined && shownText(before) !== shownText(await this.read(chain));
  }

  /** Lets go of every file that is not among these. */
  keep(chains: readonly vscode.Uri[]): void {
    const kept = new Set(chains.map(String));
    for (const name of [...this.#known.keys(), ...this.#reading.keys()].filter((key) => !kept.has(key))) {
      this.#known.delete(name);
      this.#reading.delete(name);
      this.#stale.delete(name);
    }
  }

  async #outlineOf(chain: vscode.Uri): Promise<KnownOutline> {
    try {
      return outlineChain(await this.files.text(chain));
    } catch {
      // Why does not matter here: running or opening the file says it.
      return 'unreadable';
    }
  }

  /** Does something as soon as fewer than {@link AT_ONCE} are at it. */
  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy < AT_ONCE) {
      this.#busy += 1;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#busy -= 1;
      } else {
        next();
      }
    }
  }
}

/** What an outline shows, without the places, which change with every keystroke. */
function shownText(outline: KnownOutline): string {
  return outline === 'unreadable'
    ? outline
    : JSON.stringify({ ...outline, range: undefined, requests: outline.requests.map(withoutRange) });
}

function withoutRange({ range: _range, ...request }: ChainOutline['requests'][number]): object {
  return request;
}
