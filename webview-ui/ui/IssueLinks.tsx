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
          Issue {props.issue}
        </button>
      )}
      <button type="button" class="link" onClick={props.onRaiseIssue}>
        Raise issue…
      </button>
    </>
  );
}
