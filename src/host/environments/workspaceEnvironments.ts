/**
 * Which environment chains run in: as each chain says, or the one that the person chose for this workspace.
 *
 * A choice is never silently replaced by another environment: where it does not exist, a run says so. What
 * runs against the wrong target does more harm than what does not run.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { EnvironmentSummary } from '../../node/files/environmentList';
import { isChainFile, rootOf } from '../chainDocument';
import type { AvailableEnvironment, ChainFiles, Environments } from '../services';
import { secretSettings } from '../settings';
import type { WorkspaceSecrets } from '../secrets/workspaceSecrets';

const MEMORY_KEY = 'environment';

/** What environments are read with. */
export interface EnvironmentPorts {
  readonly memory: vscode.Memento;
  readonly files: Pick<ChainFiles, 'text' | 'onDidChange'>;
  readonly secrets: Pick<WorkspaceSecrets, 'entries' | 'onDidChange'>;
}

/** Owner of the choice. */
export class WorkspaceEnvironments implements Environments, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watching: vscode.Disposable;
  /** What is being read, by folder: many ask at the same time, and files may change before the next one does. */
  readonly #reading = new Map<string, Promise<readonly EnvironmentSummary[]>>();

  /** What the chain that was asked about last names: status bar, preview and runs ask in turn. */
  #named: { readonly text: string; readonly name: string | undefined } | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(private readonly ports: EnvironmentPorts) {
    this.#watching = vscode.Disposable.from(
      ports.files.onDidChange((uris) => {
        if (!uris.every(isChainFile)) {
          this.#changed.fire();
        }
      }),
      ports.secrets.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('chainwright.allowedEnvironmentVariables')) {
          this.#changed.fire();
        }
      }),
    );
  }

  /** The person's choice; absent is "as each chain says". */
  get chosen(): string | undefined {
    const name: unknown = this.ports.memory.get(MEMORY_KEY);
    return typeof name === 'string' ? name : undefined;
  }

  /** Chooses an environment for this workspace, or nothing for "as each chain says". */
  async choose(name: string | undefined): Promise<void> {
    await this.ports.memory.update(MEMORY_KEY, name);
    this.#changed.fire();
  }

  async nameFor(chain: vscode.Uri): Promise<string | undefined> {
    return this.chosen ?? this.namedBy(chain);
  }

  /** The environment that a chain or a matrix itself names. */
  async namedBy(file: vscode.Uri): Promise<string | undefined> {
    if (!isChainFile(file) && !file.path.endsWith('.authz.json')) {
      return undefined;
    }
    const text = await this.ports.files.text(file);
    if (this.#named?.text !== text) {
      const { environmentNamedIn } = await import('../../node/files/environmentList');
      this.#named = { text, name: environmentNamedIn(text) };
    }
    return this.#named.name;
  }

  async available(chain: vscode.Uri): Promise<readonly AvailableEnvironment[]> {
    const summaries = await this.summaries(chain);
    return summaries.map(({ name, file, protected: isProtected }) => ({
      name,
      file: vscode.Uri.file(file),
      protected: isProtected,
    }));
  }

  /** Everything there is to say about the environments that a file sees, nearest folder first. */
  async summaries(resource: vscode.Uri): Promise<readonly EnvironmentSummary[]> {
    if (resource.scheme !== 'file') {
      return [];
    }
    const folder = path.dirname(resource.fsPath);
    const reading =
      this.#reading.get(folder) ?? this.#read(resource).finally(() => this.#reading.delete(folder));
    this.#reading.set(folder, reading);
    return reading;
  }

  dispose(): void {
    this.#watching.dispose();
    this.#changed.dispose();
  }

  async #read(resource: vscode.Uri): Promise<readonly EnvironmentSummary[]> {
    const { summarizeEnvironments } = await import('../../node/files/environmentList');
    // Whether there is a value is all that a list says, and asking the keychain for it would be slow.
    const stored = new Map(
      this.ports.secrets.entries.map(({ name, origins }) => [name, { value: '', origins }]),
    );
    return summarizeEnvironments(
      { file: resource.fsPath, workspace: rootOf(resource).fsPath },
      secretSettings(resource, stored),
    );
  }
}
