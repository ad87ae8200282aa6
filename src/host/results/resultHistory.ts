/**
 * The results kept on disk, by chain: every run leaves one, masked, and the newest stay.
 *
 * Keeping a result never decides about a run: when the disk refuses, the run is still shown and
 * the user is notified once.
 */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ExecutionResult } from '../../core/result/result';
import type { RecordedResult, RunTrigger } from '../../core/result/resultFile';
import { workspacePath } from '../../node/files/workspaceText';
import type { BodyStore } from '../../node/results/bodyStore';
import type { ResultStore, StoredResult } from '../../node/results/resultStore';
import { chainPlace, type ChainPlace } from '../chainDocument';
import { withoutLinks } from '../fileText';
import { DEFAULT_KEPT, keptResults } from './keptResults';

/** A result in the making. */
export interface Recording {
  /** Where long bodies go. */
  readonly bodies: BodyStore;
  /** Keeps the result of the run. Never rejects. */
  keep(result: ExecutionResult, trigger: RunTrigger): Promise<void>;
  /** Forgets what was recorded, unless it was kept. */
  discard(): Promise<void>;
}

/** Owner of the results on disk. */
export class ResultHistory implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<readonly vscode.Uri[] | undefined>();
  readonly #watching: vscode.Disposable;
  #isReported = false;

  /** Fires with the chains whose history changed; with nothing when that is not known. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly log: vscode.LogOutputChannel) {
    const watcher = vscode.workspace.createFileSystemWatcher('**/.chainwright/results/**/*.json');
    const changed = (): void => this.#changed.fire(undefined);
    this.#watching = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(changed),
      watcher.onDidDelete(changed),
      this.#changed,
    );
  }

  /** Begins to record a run; without a place on disk its bodies are kept for this window only. */
  async begin(place: ChainPlace): Promise<Recording> {
    const kept = keptResults(place.uri);
    try {
      const store = await this.#storeOf(place);
      return kept === 0 ? await inThisWindow() : await this.#onDisk(place, store);
    } catch (error) {
      this.#complain(error);
      return inThisWindow();
    }
  }

  /** The chains of the workspace that have results, those that are gone by now included. */
  async chains(): Promise<readonly vscode.Uri[]> {
    const { createResultStore } = await import('../../node/results/resultStore');
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    const chains = await Promise.all(
      folders.map(async ({ uri }) => {
        const names = await createResultStore(uri.fsPath, DEFAULT_KEPT).chains();
        return names.map((name) => vscode.Uri.joinPath(uri, name));
      }),
    );
    return chains.flat();
  }

  /** The results of a chain, newest first; none when it is not a file on this disk. */
  async list(chain: vscode.Uri): Promise<readonly StoredResult[]> {
    if (chain.scheme !== 'file') {
      return [];
    }
    const place = chainPlace(chain);
    return (await this.#storeOf(place)).list(workspaceName(place));
  }

  /** Reads a result of a chain. Rejects with a UserError when it is gone. */
  async read(chain: vscode.Uri, file: string): Promise<RecordedResult> {
    return (await this.#storeOf(chainPlace(chain))).read(file);
  }

  /** The long bodies of a result on disk. */
  async bodies(file: string): Promise<BodyStore> {
    return (await import('../../node/results/resultStore')).storedBodies(file);
  }

  /** Deletes a result of a chain. */
  async remove(chain: vscode.Uri, file: string): Promise<void> {
    await (await this.#storeOf(chainPlace(chain))).remove(file);
    this.#changed.fire([chain]);
  }

  dispose(): void {
    this.#watching.dispose();
  }

  async #storeOf(place: ChainPlace): Promise<ResultStore> {
    return (await import('../../node/results/resultStore')).createResultStore(
      place.root,
      keptResults(place.uri),
    );
  }

  async #onDisk(place: ChainPlace, store: ResultStore): Promise<Recording> {
    const slot = await store.slot(workspaceName(place), new Date());
    let kept = false;
    return {
      bodies: slot.bodies,
      keep: async (result, trigger) => {
        try {
          await store.save(slot, result, trigger);
          kept = true;
          this.#changed.fire([place.uri]);
        } catch (error) {
          this.#complain(error);
        }
      },
      discard: () => (kept ? Promise.resolve() : slot.bodies.dispose()),
    };
  }

  /** Says once in a window that results are not kept; the log has every case. */
  #complain(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.log.warn(why);
    if (!this.#isReported) {
      this.#isReported = true;
      const warning = vscode.l10n.t('The result of this run could not be kept on disk: {0}', why);
      void vscode.window.showWarningMessage(withoutLinks(warning));
    }
  }
}

/** Path of a chain in its workspace folder, `/` as separator. */
function workspaceName({ root, file }: ChainPlace): string {
  return workspacePath(file, root);
}

async function inThisWindow(): Promise<Recording> {
  const { createBodyStore } = await import('../../node/results/bodyStore');
  const bodies = createBodyStore(path.join(tmpdir(), `chainwright-${randomUUID()}`));
  return { bodies, keep: () => Promise.resolve(), discard: () => bodies.dispose() };
}
