/** Which chats a person has seen a message for before it left: fingerprints of their addresses, never these. */
import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import { isText, itemsOf } from '../../core/json/unknownJson';

const APPROVED = 'notify.approved';

/** Owner of what was agreed to, the same in every workspace. */
export class ApprovedChats {
  constructor(private readonly memory: vscode.Memento) {}

  /** Whether messages may leave for an address without being shown. */
  has(address: string): boolean {
    return this.#known().includes(fingerprint(address));
  }

  /** Agrees to an address. */
  async add(address: string): Promise<void> {
    await this.memory.update(APPROVED, [...new Set([...this.#known(), fingerprint(address)])]);
  }

  #known(): readonly string[] {
    return itemsOf(this.memory.get(APPROVED)).filter(isText);
  }
}

function fingerprint(address: string): string {
  return createHash('sha256').update(address).digest('hex');
}
