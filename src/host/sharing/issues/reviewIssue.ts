/** What a person reads and edits before an issue or a comment leaves. What is known to be secret is masked in their words, too. */
import * as vscode from 'vscode';
import type { Redactor } from '../../../core/masking/redact';
import type { EgressField, FieldValues, ReviewEgress } from '../../../sharing/egress';
import type { IssueDraft } from '../../../sharing/issues/issueDraft';
import type { IssueLink } from '../../../sharing/issues/raiseIssue';
import type { ChosenTracker } from './issuePlace';
import type { CommentDraft } from './unsentDraft';
import { maskDraft, maskComment } from '../../../sharing/issues/maskDraft';

/** Where it goes, and who looks at it. */
export interface Reviewing {
  readonly review: ReviewEgress;
  readonly project: ChosenTracker;
  readonly redactor: Pick<Redactor, 'text'>;
}

/** The issue as the person wants it; nothing when they gave up. `action` says what the button does. */
export async function reviewIssue(
  draft: IssueDraft,
  action: string,
  { review, project, redactor }: Reviewing,
): Promise<IssueDraft | undefined> {
  const edited = (values: FieldValues): IssueDraft =>
    maskDraft(
      {
        ...draft,
        title: (values.get('title') ?? draft.title).replace(/[\r\n]+/g, ' '),
        body: values.get('body') ?? draft.body,
        labels: (values.get('labels') ?? '').split(',').flatMap((label) => label.trim() || []),
      },
      redactor,
      project.tracker,
    );
  const approved = await review({
    title: vscode.l10n.t('Raise an Issue in {0}', project.place.project),
    destination: destinationOf(project),
    action,
    fields: [
      { id: 'title', label: vscode.l10n.t('Title'), value: draft.title, lines: 'one' },
      { id: 'labels', label: vscode.l10n.t('Labels'), value: draft.labels.join(', '), lines: 'one' },
      textField(draft),
    ],
    render: (_omissions, values) => {
      const { title, labels, body } = edited(values);
      const head = [title, ...(labels.length === 0 ? [] : [labels.join(', ')])].join('\n');
      return [{ name: vscode.l10n.t('Issue'), text: `${head}\n\n${body}`, language: 'markdown' }];
    },
  });
  return approved === undefined ? undefined : edited(approved.values);
}

/** The comment as the person wants it; nothing when they gave up. */
export async function reviewComment(
  draft: CommentDraft,
  { name }: Pick<IssueLink, 'name'>,
  { review, project, redactor }: Reviewing,
): Promise<CommentDraft | undefined> {
  const edited = (values: FieldValues): CommentDraft => ({
    ...draft,
    body: maskComment(values.get('body') ?? draft.body, redactor, project.tracker),
  });
  const action = vscode.l10n.t('Comment on {0}', name);
  const approved = await review({
    title: action,
    destination: destinationOf(project),
    action,
    fields: [textField(draft)],
    render: (_omissions, values) => [
      { name: vscode.l10n.t('Comment'), text: edited(values).body, language: 'markdown' },
    ],
  });
  return approved === undefined ? undefined : edited(approved.values);
}

function textField({ body }: Pick<IssueDraft, 'body'>): EgressField {
  return { id: 'body', label: vscode.l10n.t('Text'), value: body, lines: 'many' };
}

function destinationOf({ tracker, place }: ChosenTracker): string {
  return vscode.l10n.t('{0}, {1} at {2}', tracker.title, place.project, place.server);
}
