/** The last look at a draft before anybody sees it: known secrets are masked in it, and it has the length its tracker takes. */
import type { Redactor } from '../../core/masking/redact';
import { fitText } from './fitText';
import type { IssueDraft } from './issueDraft';
import type { Tracker } from './trackers/tracker';

/** The draft as it may leave. */
export function maskDraft(draft: IssueDraft, redactor: Pick<Redactor, 'text'>, tracker: Tracker): IssueDraft {
  const masked = { ...draft, title: redactor.text(draft.title), body: redactor.text(draft.body) };
  return { ...fitDraft(masked, tracker), labels: tracker.labels(draft.labels).map(redactor.text) };
}

/** A comment as it may leave. */
export function maskComment(
  comment: string,
  redactor: Pick<Redactor, 'text'>,
  { fits }: Pick<Tracker, 'fits'>,
): string {
  return fitText(redactor.text(comment), fits, () => false);
}

/** The draft with a body that its tracker takes, the fingerprint in it. */
function fitDraft(draft: IssueDraft, { fits }: Tracker): IssueDraft {
  const { fingerprint } = draft;
  const body = draft.body.includes(fingerprint) ? draft.body : `${draft.body}\n\n\`${fingerprint}\`\n`;
  return { ...draft, body: fitText(body, fits, (text) => text.includes(fingerprint)) };
}
