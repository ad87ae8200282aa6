/**
 * What a field shows whose text is not the value itself, such as JSON or a number: what was typed, as long as it
 * means the value, or is not finished and the value has not changed since; else the value in its usual form.
 */
import { withNewest } from '../ui/newest';

/** What was typed, and the value in its usual form at that time. */
export interface Draft {
  readonly text: string;
  readonly base: string;
}

/** Drafts by the names of their fields, the newest last. */
export type Drafts = ReadonlyMap<string, Draft>;

/** Fields whose drafts are kept. */
const MAX_DRAFTS = 50;

/** The drafts with another one; of very many the oldest is given up. */
export function withDraft(drafts: Drafts, field: string, draft: Draft): Drafts {
  return withNewest(drafts, [field, draft], MAX_DRAFTS);
}

/** The text to show; `usual` gives the usual form of what a text means, nothing when it means nothing. */
export function keptText(
  draft: Draft | undefined,
  value: string,
  usual: (text: string) => string | undefined,
): string {
  if (draft === undefined) {
    return value;
  }
  const meant = usual(draft.text);
  const isKept = meant === undefined ? draft.base === value : meant === value;
  return isKept ? draft.text : value;
}
