/**
 * What is known of each request from its last run: of this window, or of an earlier one as its result
 * on disk tells it.
 *
 * Requests that a run leaves out keep what they had before: running one request does not make the
 * outcomes of all others disappear. What was recorded elsewhere is known until a request is run.
 */
import * as vscode from 'vscode';
import type { JsonValue } from '../../core/json/json';
import type { RequestResult } from '../../core/result/result';
import type { ChainRuns, RunChange } from '../chainRuns';
import { chainPlace, isChainFile } from '../chainDocument';
import type { LastResults, LastValue } from '../services';
import type { ResultHistory } from './resultHistory';

/** What the last runs left of one chain. */
interface LastOfChain {
  readonly requests: Map<string, RequestResult>;
  readonly recorded: Map<string, RequestResult>;
  /** JSON texts by variable, masked. */
  readonly shown: Map<string, string>;
}

/** Owner of the last results. */
export class LastRuns implements LastResults, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly #chains = new Map<string, LastOfChain>();
  readonly #read = new Set<string>();
  readonly #watching: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly runs: ChainRuns,
    private readonly history: ResultHistory,
  ) {
    this.#watching = runs.onDidChange((change) => this.#follow(change));
  }

  of(chain: vscode.Uri, requestId: string): RequestResult | undefined {
    this.#readOnce(chain);
    return this.#chains.get(chain.toString())?.requests.get(requestId);
  }

  answered(chain: vscode.Uri, requestId: string): RequestResult | undefined {
    return this.of(chain, requestId) ?? this.#chains.get(chain.toString())?.recorded.get(requestId);
  }

  /** Looks again at what is kept of a chain. */
  reread(chain: vscode.Uri): void {
    this.#read.delete(chain.toString());
    this.#changed.fire([chain]);
  }

  values(chain: vscode.Uri): ReadonlyMap<string, LastValue> {
    this.#readOnce(chain);
    const raw = this.runs.values(chain);
    const shown = this.#chains.get(chain.toString())?.shown ?? new Map<string, string>();
    return new Map([...shown].map(([name, text]) => [name, lastValue(text, raw.get(name))]));
  }

  dispose(): void {
    this.#watching.dispose();
    this.#changed.dispose();
  }

  #follow({ run, ...change }: RunChange): void {
    if (change.type !== 'updated') {
      return;
    }
    const { place } = run;
    if (change.update.type === 'request-finished') {
      const result = run.results.get(change.update.index);
      if (result !== undefined) {
        this.#take(place.uri, vscode.Uri.file(place.root), result, run.view.startedAt);
      }
    } else if (change.update.type === 'run-finished') {
      this.#read.add(place.uri.toString());
      const chains = new Set(run.view.requests.map(({ planned }) => planned.request.chain));
      const uris = [...chains].map((file) => vscode.Uri.joinPath(vscode.Uri.file(place.root), file));
      this.#changed.fire([place.uri, ...uris.filter((uri) => uri.toString() !== place.uri.toString())]);
    }
  }

  /** Takes a result up for the chain that was run and for the one that contains the request. */
  #take(main: vscode.Uri, root: vscode.Uri, result: RequestResult, since = ''): void {
    if (result.outcome === 'skipped') {
      return;
    }
    const own = vscode.Uri.joinPath(root, result.request.chain);
    const { requests } = this.#lastOf(own);
    if (!isHiddenBy(requests.get(result.request.id), result, since)) {
      requests.set(result.request.id, result);
    }
    for (const chain of new Set([own.toString(), main.toString()])) {
      const { shown } = this.#lastOf(chain);
      for (const { variable, value } of result.extractions) {
        if (value !== undefined) {
          shown.set(variable, value);
        }
      }
    }
  }

  #lastOf(chain: vscode.Uri | string): LastOfChain {
    const name = chain.toString();
    const last = this.#chains.get(name) ?? { requests: new Map(), recorded: new Map(), shown: new Map() };
    this.#chains.set(name, last);
    return last;
  }

  /** Reads what earlier windows left, the first time a chain is asked about; tells when it has it. */
  #readOnce(chain: vscode.Uri): void {
    const name = chain.toString();
    if (this.#read.has(name) || !isChainFile(chain) || chain.scheme !== 'file') {
      return;
    }
    this.#read.add(name);
    void this.#readHistory(chain).then((found) => {
      if (found) {
        this.#changed.fire([chain]);
      }
    });
  }

  async #readHistory(chain: vscode.Uri): Promise<boolean> {
    try {
      const { readLast } = await import('./readLast');
      const { runs, recorded } = await readLast(this.history, chain);
      const root = vscode.Uri.file(chainPlace(chain).root);
      runs.forEach((result) => this.#takeOlder(chain, root, result));
      recorded.forEach((result) => this.#lastOf(chain).recorded.set(result.request.id, result));
      const { shown } = this.#lastOf(chain);
      for (const { variable, value } of recorded.flatMap(({ extractions }) => extractions)) {
        if (value !== undefined && !shown.has(variable)) {
          shown.set(variable, value);
        }
      }
      return runs.length + recorded.length > 0;
    } catch {
      // A history that cannot be read counts as empty; opening a result reports what is wrong with it.
      return false;
    }
  }

  /** A run may have ended while the disk was read: its report is newer. */
  #takeOlder(main: vscode.Uri, root: vscode.Uri, result: RequestResult): void {
    const own = vscode.Uri.joinPath(root, result.request.chain);
    const known = this.#chains.get(own.toString())?.requests.get(result.request.id);
    if (known === undefined || known.startedAt <= result.startedAt) {
      this.#take(main, root, result);
    }
  }
}

/** Whether a request failed for another row of the run that began at `since`: it then counts as failed. */
function isHiddenBy(known: RequestResult | undefined, result: RequestResult, since: string): boolean {
  return (
    known?.row !== undefined &&
    result.row !== undefined &&
    known.startedAt >= since &&
    known.outcome !== 'passed'
  );
}

function lastValue(shown: string, raw: JsonValue | undefined): LastValue {
  return raw === undefined ? { shown } : { shown, raw };
}
