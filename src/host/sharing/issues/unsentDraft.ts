/**
 * What a person wrote and a tracker did not take, such as for want of a connection: it is there when they raise the
 * issue again. Only the last one is kept.
 */
import type { IssueDraft } from '../../../sharing/issues/issueDraft';
import type { IssueMemory } from './issuePlace';

/** A comment before it is sent. */
export interface CommentDraft extends Pick<IssueDraft, 'body' | 'fingerprint'> {
  /** Key of the issue that it is about. */
  readonly on: string;
}

const KEPT = 'issues.unsent';

type Memory = Pick<IssueMemory, 'workspaceState'>;

/** A draft as the person had worded it last, when that did not leave. */
export function asWorded<T extends IssueDraft | CommentDraft>(draft: T, { workspaceState }: Memory): T {
  const kept = workspaceState.get<T>(KEPT);
  return kept?.fingerprint === draft.fingerprint && placeOf(kept) === placeOf(draft) ? kept : draft;
}

function placeOf(draft: IssueDraft | CommentDraft): string | undefined {
  return 'on' in draft ? draft.on : undefined;
}

/** Keeps a draft that did not leave. */
export async function keepUnsent(
  draft: IssueDraft | CommentDraft,
  { workspaceState }: Memory,
): Promise<void> {
  await workspaceState.update(KEPT, draft);
}

/** Keeps nothing any more. */
export async function forgetUnsent({ workspaceState }: Memory): Promise<void> {
  await workspaceState.update(KEPT, undefined);
}
