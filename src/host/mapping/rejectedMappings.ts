/**
 * What a person rejected, by chain: kept with the workspace, so that it is not suggested again. Keys say places and
 * hold no values.
 */
import type * as vscode from 'vscode';

const KEY = 'rejectedMappings';
/** Of each chain the newest stay. */
const MAX_KEYS = 2000;

/** Owner of the rejections. */
export class RejectedMappings {
  constructor(private readonly state: Pick<vscode.Memento, 'get' | 'update'>) {}

  /** Keys of what was rejected in a chain. */
  of(chain: vscode.Uri): ReadonlySet<string> {
    const known: unknown = this.#all()[chain.toString()];
    return new Set(Array.isArray(known) ? known.filter((key) => typeof key === 'string') : []);
  }

  /** Remembers that proposals are wrong. */
  async add(chain: vscode.Uri, keys: readonly string[]): Promise<void> {
    await this.#keep(chain, [...new Set([...this.of(chain), ...keys])].slice(-MAX_KEYS));
  }

  /** Forgets that proposals were rejected. */
  async remove(chain: vscode.Uri, keys: readonly string[]): Promise<void> {
    await this.#keep(
      chain,
      [...this.of(chain)].filter((key) => !keys.includes(key)),
    );
  }

  async #keep(chain: vscode.Uri, keys: readonly string[]): Promise<void> {
    const others = Object.entries(this.#all()).filter(([name]) => name !== chain.toString());
    const own: [string, unknown][] = keys.length === 0 ? [] : [[chain.toString(), keys]];
    await this.state.update(KEY, Object.fromEntries([...others, ...own]));
  }

  #all(): Readonly<Record<string, unknown>> {
    const kept = this.state.get<unknown>(KEY);
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  }
}
