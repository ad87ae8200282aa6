import { t } from './l10n';

/** The issue about what went wrong, and the way to one. */
export function IssueLinks(props: {
  /** The name of the issue; absent without one. */
  readonly issue: string | undefined;
  readonly onOpenIssue: () => void;
  readonly onRaiseIssue: () => void;
}) {
  return (
    <>
      {props.issue !== undefined && (
        <button type="button" class="link" onClick={props.onOpenIssue}>
          {t('Issue {0}', props.issue)}
        </button>
      )}
      <button type="button" class="link" onClick={props.onRaiseIssue}>
        {t('Raise issue…')}
      </button>
    </>
  );
}
