/** The issue about what went wrong, and the way to one. */
export function IssueLinks(props: {
  /** What it is called; absent when there is none. */
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
