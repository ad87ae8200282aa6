/**
 * What a person wrote and a tracker did not take, such as for want of a connection: it is there when they raise the
 * issue again. Only the last one is kept.
 */
import type { IssueDraft } from '../../../sharing/issues/issueDraft';
import type { IssueMemory } from './issuePlace';

const KEPT = 'issues.unsent';

type Memory = Pick<IssueMemory, 'workspaceState'>;

/** A draft as the person had worded it last, when that did not leave. */
export function asWorded(draft: IssueDraft, { workspaceState }: Memory): IssueDraft {
  const kept = workspaceState.get<IssueDraft>(KEPT);
  return kept?.fingerprint === draft.fingerprint ? kept : draft;
}

/** Keeps a draft that did not leave. */
export async function keepUnsent(draft: IssueDraft, { workspaceState }: Memory): Promise<void> {
  await workspaceState.update(KEPT, draft);
}

/** Keeps nothing any more. */
export async function forgetUnsent({ workspaceState }: Memory): Promise<void> {
  await workspaceState.update(KEPT, undefined);
}
