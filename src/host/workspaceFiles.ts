/**
 * The files of the workspace that chains are made of, as editors and the disk have them now.
 *
 * Searched once, watched from then on. What editors show counts, saved or not. Changes are reported in
 * batches: a branch switch touches thousands of files, a keystroke one.
 */
import * as vscode from 'vscode';
import { placedText } from '../node/files/openSource';
import { gatherFiles } from './bursts';
import { isChainFile, openText } from './chainDocument';
import { findFiles, ownPath } from './findFiles';
import type { ChainFiles } from './services';

/** Files whose names say that they can change what the analyzer says about a chain. */
const WATCHED =
  '**/{*.chain.json,*.environment.json,*.authz.json,*.csv,*.jsonl,http-client.env.json,http-client.private.env.json}';
const WATCHED_NAME =
  /(?:\.(?:(?:chain|environment|authz)\.json|csv|jsonl)|(?:^|\/)http-client(?:\.private)?\.env\.json)$/;
/** Largest file that is read; the engine reads no longer one. */
const MAX_BYTES = 64 * 2 ** 20;
/** Long enough to gather a burst of changes, short enough to go unnoticed. */
const GATHERING_MS = 50;

/** True for a file that chains are made of: chains, environments, matrices, data files. */
export function isWatchedFile(uri: vscode.Uri): boolean {
  return WATCHED_NAME.test(uri.path);
}

/** Owner of the list of chain files. */
export class WorkspaceFiles implements ChainFiles, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly #watching: vscode.Disposable;
  /** Files that are watched by their names, and the watchers of their folders. */
  readonly #others = { files: new Set<string>(), folders: new Map<string, vscode.Disposable>() };
  #known: Promise<Map<string, vscode.Uri>> | undefined;
  /** What is known, in order; absent since a file came or went. */
  #listed: readonly vscode.Uri[] | undefined;
  readonly #gather = gatherFiles(GATHERING_MS, (files) => this.#changed.fire(files));

  readonly onDidChange = this.#changed.event;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher(WATCHED);
    const changed = (uri: vscode.Uri): void => this.#gather([uri]);
    this.#watching = vscode.Disposable.from(
      watcher,
      watcher.onDidChange(changed),
      watcher.onDidCreate((uri) => void this.#come(uri)),
      watcher.onDidDelete((uri) => this.#go(uri)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && isWatchedFile(document.uri)) {
          changed(document.uri);
        }
      }),
      // The watcher reports a new file a moment later, and on some file systems never.
      vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#open(uri)),
      // An unsaved text that is given up leaves the one on disk.
      vscode.workspace.onDidCloseTextDocument(({ uri, isDirty }) => {
        if (isDirty && isWatchedFile(uri)) {
          changed(uri);
        }
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.refresh()),
    );
  }

  async list(): Promise<readonly vscode.Uri[]> {
    const searching = (this.#known ??= search());
    const known = await searching;
    if (searching !== this.#known) {
      return this.list();
    }
    this.#listed ??= [...known.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
    return this.#listed;
  }

  async text(file: vscode.Uri): Promise<string> {
    return openText(file) ?? readText(file);
  }

  watch(file: vscode.Uri): void {
    const { files, folders } = this.#others;
    files.add(file.toString());
    const folder = vscode.Uri.joinPath(file, '..');
    if (!folders.has(folder.toString())) {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
      const changed = (uri: vscode.Uri): void => this.#gather(files.has(uri.toString()) ? [uri] : []);
      const listening = [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete].map((on) =>
        on(changed),
      );
      folders.set(folder.toString(), vscode.Disposable.from(watcher, ...listening));
    }
  }

  refresh(): void {
    const before = this.#known;
    this.#known = undefined;
    this.#listed = undefined;
    void Promise.all([before, this.list()]).then(([gone, files]) =>
      this.#gather([...(gone?.values() ?? []), ...files]),
    );
  }

  dispose(): void {
    this.#gather.dispose();
    this.#watching.dispose();
    vscode.Disposable.from(...this.#others.folders.values()).dispose();
    this.#changed.dispose();
  }

  async #come(uri: vscode.Uri): Promise<void> {
    if (isChainFile(uri) && !isExcluded(uri) && (await ownPath(uri)) !== '') {
      this.#change((known) => known.set(uri.toString(), uri));
    }
    this.#gather([uri]);
  }

  #open(uri: vscode.Uri): void {
    if (isChainFile(uri) && vscode.workspace.getWorkspaceFolder(uri) !== undefined) {
      void this.#known?.then((known) => (known.has(uri.toString()) ? undefined : this.#come(uri)));
    }
  }

  #go(uri: vscode.Uri): void {
    this.#change((known) => known.delete(uri.toString()));
    this.#gather([uri]);
  }

  #change(change: (known: Map<string, vscode.Uri>) => unknown): void {
    void this.#known?.then((known) => {
      change(known);
      this.#listed = undefined;
    });
  }
}

async function search(): Promise<Map<string, vscode.Uri>> {
  const found = await findFiles('**/*.chain.json');
  return new Map(found.map((uri) => [uri.toString(), uri]));
}

/** A cloned folder may hold a link to a device without end, or a file that fills the memory. */
async function readText(file: vscode.Uri): Promise<string> {
  const { type, size } = await vscode.workspace.fs.stat(file);
  if ((type & vscode.FileType.File) === 0 || size > MAX_BYTES) {
    throw vscode.FileSystemError.Unavailable(file);
  }
  return placedText(await vscode.workspace.fs.readFile(file));
}

/** As the search leaves out; the watcher has no such pattern of its own. */
function isExcluded({ path }: vscode.Uri): boolean {
  return /\/(?:node_modules|\.git|\.chainwright)\//.test(path);
}
