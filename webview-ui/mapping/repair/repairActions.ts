import type { Remote } from '../../../src/protocol/channel';
import type { MappingEditor } from '../../../src/protocol/mappingContract';

/** What can be done with a repair. */
export interface RepairActions {
  /** Runs the chain and repairs it. */
  readonly onRepair: () => void;
  readonly onCancel: () => void;
  readonly onApply: () => void;
  /** Compares the chain with the proposal. */
  readonly onCompare: () => void;
  readonly onDiscard: () => void;
  readonly onReveal: (request: string) => void;
}

/** The actions, carried out by the editor; `attempt` shows why one failed. */
export function repairActions(
  editor: Remote<MappingEditor>,
  attempt: (action: Promise<unknown>) => void,
): RepairActions {
  return {
    onRepair: () => attempt(editor.repair()),
    onCancel: () => attempt(editor.cancelRepair()),
    onApply: () => attempt(editor.applyRepair()),
    onCompare: () => attempt(editor.compareRepair()),
    onDiscard: () => attempt(editor.discardRepair()),
    onReveal: (request) => attempt(editor.reveal(request)),
  };
}
