/** The secrets of this workspace in VS Code: their values in its `SecretStorage`, their names in its memory. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { createSecretStore, type SecretEntry, type SecretStore } from '../../node/secrets/secretStore';
import type { StoredSecret } from '../../node/secrets/secretValues';

/** Owner of the stored secrets. */
export class WorkspaceSecrets implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #store: SecretStore;

  /** Fires when a secret comes, goes or is bound to other origins. */
  readonly onDidChange = this.#changed.event;

  constructor(
    { secrets, workspaceState }: Pick<vscode.ExtensionContext, 'secrets' | 'workspaceState'>,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#store = createSecretStore(secrets, workspaceState, {
      newId: randomUUID,
      changed: () => this.#changed.fire(),
    });
  }

  /** Names and origins, sorted by name. */
  get entries(): readonly SecretEntry[] {
    return this.#store.entries();
  }

  /** For the engine alone. What cannot be read is left out, and the log says so. */
  async values(): Promise<ReadonlyMap<string, StoredSecret>> {
    const { values, unreadable } = await this.#store.values();
    for (const name of unreadable) {
      this.log.warn(vscode.l10n.t('The secret {0} is known, but its value could not be read.', name));
    }
    return values;
  }

  /** Keeps a value. Throws UserError when the system has no place for it. */
  async set(name: string, secret: StoredSecret): Promise<void> {
    await this.#keeping(() => this.#store.set(name, secret));
  }

  /** Binds a secret to other origins. Throws UserError when its value is lost. */
  async bind(name: string, origins: readonly string[]): Promise<void> {
    if (!(await this.#keeping(() => this.#store.bind(name, origins)))) {
      throw new UserError(
        vscode.l10n.t('The value of the secret {0} is lost.', name),
        vscode.l10n.t('Enter it again with the command "Chainwright: Set Secret…".'),
      );
    }
  }

  /** Deletes a secret. Throws UserError when the system does not let us. */
  async delete(name: string): Promise<void> {
    await this.#keeping(() => this.#store.delete(name));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #keeping<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      this.log.error(error instanceof Error ? error : String(error));
      throw new UserError(
        vscode.l10n.t('VS Code cannot keep secrets on this machine.'),
        vscode.l10n.t(
          'Give them by environment variables CHAINWRIGHT_SECRET_<NAME>, or in a git-ignored .env file.',
        ),
      );
    }
  }
}
