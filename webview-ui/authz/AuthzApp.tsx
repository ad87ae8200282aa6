/** The authorization panel: the run on top, its grid, and the evidence of one cell. */
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import type { RemoteError } from '../../src/protocol/channel';
import { Button } from '../ui/Button';
import { Loading } from '../ui/Loading';
import type { PageMemory } from '../ui/pageMemory';
import { useKeptLook } from '../ui/useKeptLook';
import { AuthzHeader } from './AuthzHeader';
import { Evidence } from './Evidence';
import { Grid } from './Grid';
import { lookOf, stateWith } from './authzLook';
import {
  evidenceOf,
  lacksEvidence,
  reduceAuthz,
  selectedCell,
  shownGrid,
  type AuthzAction,
  type AuthzState,
} from './authzState';
import type { EditorLink } from './editorLink';
import './AuthzApp.css';

/** The whole panel; `link` is its only way to the editor. */
export function AuthzApp(props: { readonly link: EditorLink; readonly memory: PageMemory }) {
  const { link, memory } = props;
  const [state, dispatch] = useKeptLook(memory, { lookOf, stateWith }, reduceAuthz);
  useEffect(() => link.start(dispatch), [link]);
  const attempt = (action: Promise<unknown>): void => {
    action.catch((error: RemoteError) => dispatch({ type: 'action-failed', message: error.message }));
  };
  return (
    <main class="authz">
      {state.problem !== undefined && (
        <p class="authz-problem" role="alert">
          {state.problem}{' '}
          <button type="button" class="link" onClick={() => dispatch({ type: 'problem-dismissed' })}>
            Dismiss
          </button>
        </p>
      )}
      {state.view === undefined && state.problem === undefined && (
        <Loading heading="Authorization tests" text="Loading the results…" />
      )}
      {state.view === null && (
        <div class="authz-nothing">
          <p>This matrix has not been run.</p>
          <Button onPress={() => attempt(link.runAll())}>Run All</Button>
        </div>
      )}
      {state.view !== undefined && state.view !== null && (
        <Run state={state} view={state.view} link={link} dispatch={dispatch} attempt={attempt} />
      )}
    </main>
  );
}

interface RunProps {
  readonly state: AuthzState;
  readonly view: NonNullable<AuthzState['view']>;
  readonly link: EditorLink;
  readonly dispatch: (action: AuthzAction) => void;
  readonly attempt: (action: Promise<unknown>) => void;
}

function Run({ state, view, link, dispatch, attempt }: RunProps) {
  const { filter } = state;
  const grid = useMemo(() => shownGrid({ view, filter }), [view, filter]);
  const selected = selectedCell(state, grid);
  const evidence = evidenceOf(state, selected);
  const at = [view.run, selected ?? 0] as const;
  const headline = useRef<HTMLHeadingElement>(null);
  const cells = useRef<HTMLTableElement>(null);
  const choose = useCallback((id: string) => dispatch({ type: 'chosen', id }), [dispatch]);
  useMissingEvidence(link, view.run, lacksEvidence(state, selected) ? selected : undefined, dispatch);
  return (
    <>
      <AuthzHeader
        view={view}
        filter={filter}
        onFilter={(wanted) => dispatch({ type: 'filtered', filter: wanted })}
        onRunAll={() => attempt(link.runAll())}
        onShare={() => attempt(link.share())}
        onCancel={() => attempt(link.cancel())}
        onNotify={() => attempt(link.notify())}
      />
      <div class="authz-panes">
        <div class="authz-grid-pane" data-place="grid">
          <Grid
            grid={grid}
            selected={selected}
            table={cells}
            onChoose={choose}
            onOpen={() => headline.current?.focus()}
          />
        </div>
        <div class="authz-evidence-pane" data-place="evidence">
          {evidence !== undefined && (
            <Evidence
              evidence={evidence}
              isRunning={view.outcome === 'running'}
              headline={headline}
              actions={{
                onRun: () => attempt(link.runCell(...at)),
                onCopyCurl: () => attempt(link.copyCurl(...at)),
                onRaiseIssue: () => attempt(raiseIssue(link, at, dispatch)),
                onOpenIssue: () => attempt(link.openIssue(...at)),
                onReveal: (place) => attempt(link.reveal(...at, place)),
                onLeave: () => cells.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
              }}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** Raises an issue about a flaw; when none was raised, what was known stays. */
async function raiseIssue(
  link: EditorLink,
  [run, cell]: readonly [run: number, cell: number],
  dispatch: (action: AuthzAction) => void,
): Promise<void> {
  const issue = await link.raiseIssue(run, cell);
  if (issue !== null) {
    dispatch({ type: 'issue-raised', run, cell, issue });
  }
}

/** Asks for the evidence of the cell to show; the state says when there is something to ask for. */
function useMissingEvidence(
  link: EditorLink,
  run: number,
  cell: number | undefined,
  dispatch: (action: AuthzAction) => void,
): void {
  useEffect(() => {
    if (cell !== undefined) {
      link.evidence(run, cell).then(
        (evidence) => dispatch({ type: 'evidence-arrived', evidence: { run, cell, evidence } }),
        (error: RemoteError) => dispatch({ type: 'action-failed', message: error.message }),
      );
    }
  }, [link, run, cell]);
}
