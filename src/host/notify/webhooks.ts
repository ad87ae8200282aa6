/**
 * The addresses of chats: in the keychain of the editor, under names of their own, which the user's settings use.
 * They are no secrets of chains: a chain that names one is not given it.
 */
import type * as vscode from 'vscode';
import { isText, itemsOf, membersOf } from '../../core/json/unknownJson';

/** An address without itself. */
export interface WebhookEntry {
  /** As rules name it. */
  readonly name: string;
  /** Name of the notifier. */
  readonly service: string;
}

const INDEX = 'notify.webhooks';

/** Owner of the addresses, the same in every workspace. */
export class Webhooks {
  constructor(private readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>) {}

  /** Sorted by name. */
  get entries(): readonly WebhookEntry[] {
    return itemsOf(this.context.globalState.get(INDEX))
      .map(membersOf)
      .flatMap(({ name, service }) => (isText(name) && isText(service) ? [{ name, service }] : []));
  }

  /** The address; absent when there is none. Rejects where the system has no keychain. */
  async address(name: string): Promise<string | undefined> {
    return this.context.secrets.get(keyOf(name));
  }

  /** Keeps an address, in place of an older one of that name. Rejects where the system has no keychain. */
  async set(entry: WebhookEntry, address: string): Promise<void> {
    await this.context.secrets.store(keyOf(entry.name), address);
    const entries = [...this.#without(entry.name), entry];
    await this.context.globalState.update(
      INDEX,
      entries.sort((one, other) => (one.name < other.name ? -1 : 1)),
    );
  }

  /** Forgets an address. */
  async delete(name: string): Promise<void> {
    await this.context.secrets.delete(keyOf(name));
    await this.context.globalState.update(INDEX, this.#without(name));
  }

  #without(name: string): readonly WebhookEntry[] {
    return this.entries.filter((entry) => entry.name !== name);
  }
}

function keyOf(name: string): string {
  return `webhook/${name}`;
}
