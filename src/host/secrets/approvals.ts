/**
 * What the person allowed this workspace when they were asked, in VS Code's memory of the workspace: no file
 * of the workspace can say it for them.
 */
import type * as vscode from 'vscode';
import {
  approve,
  nothingApproved,
  readApproval,
  writeApproval,
  type Approval,
  type Unapproved,
} from '../../core/permission/approval';

const MEMORY_KEY = 'approval';

/** Owner of the answers. */
export class Approvals {
  /** Chains that may change something in a protected environment without a question, in this window. */
  readonly unguarded = new Set<string>();

  constructor(private readonly memory: vscode.Memento) {}

  /** What is allowed by now. */
  get current(): Approval {
    return readApproval(this.memory.get(MEMORY_KEY));
  }

  /** Allows something more. */
  async allow(allowed: Unapproved): Promise<void> {
    await this.memory.update(MEMORY_KEY, writeApproval(approve(this.current, allowed)));
  }

  /** Allows nothing any more; answers how many origins, proxies, authorities and chains that were. */
  async forget(): Promise<number> {
    const { origins, proxies, authorities } = this.current;
    const count = origins.size + proxies.size + authorities.size + this.unguarded.size;
    this.unguarded.clear();
    await this.memory.update(MEMORY_KEY, writeApproval(nothingApproved));
    return count;
  }
}
