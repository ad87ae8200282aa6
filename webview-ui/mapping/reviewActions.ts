import type { PickedUse } from '../../src/protocol/mappingContract';

/** What can be done with proposals. */
export interface ReviewActions {
  readonly onApply: (picks: readonly PickedUse[]) => void;
  /** Lets a place that a run spoke against take another source. */
  readonly onTakeInstead: (pick: PickedUse) => void;
  readonly onApplyCopy: (key: string) => void;
  readonly onApplyColumn: (key: string) => void;
  readonly onApplyLoop: (key: string) => void;
  readonly onReject: (keys: readonly string[]) => void;
  readonly onRestore: (keys: readonly string[]) => void;
  readonly onReveal: (request: string) => void;
  readonly onAgain: () => void;
  /** Runs the chain, which judges what was applied. */
  readonly onRun: () => void;
  /** Chooses a second recording. */
  readonly onVerify: () => void;
  readonly onUnverify: () => void;
}
