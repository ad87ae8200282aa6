/** The authorization panel: the run on top, its grid, and the evidence of one cell. */
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import type { AuthzEditor, AuthzPanel } from '../../src/protocol/authzPanel';
import type { AuthzView } from '../../src/protocol/authzView';
import type { Remote, RemoteError } from '../../src/protocol/channel';
import { Button } from '../ui/Button';
import { Loading } from '../ui/Loading';
import { useEditor, type EditorLink } from '../ui/editorLink';
import type { PageMemory } from '../ui/pageMemory';
import { ProblemBanner } from '../ui/ProblemBanner';
import { RemedyLink } from '../ui/RemedyLink';
import { useKeptLook } from '../ui/useKeptLook';
import { t } from '../ui/l10n';
import { AuthzHeader } from './AuthzHeader';
import { Evidence } from './Evidence';
import { Grid } from './Grid';
import { lookOf, stateWith } from './authzLook';
import {
  coverageOf,
  evidenceOf,
  lacksEvidence,
  reduceAuthz,
  selectedCell,
  shownGrid,
  type AuthzAction,
  type AuthzState,
} from './authzState';
import './AuthzApp.css';

/** The whole panel; `link` is its only way to the editor. */
export function AuthzApp(props: {
  readonly link: EditorLink<AuthzEditor, AuthzPanel>;
  readonly memory: PageMemory;
}) {
  const { link, memory } = props;
  const { editor } = link;
  const [state, dispatch] = useKeptLook(memory, { lookOf, stateWith }, reduceAuthz);
  useEditor(link, dispatch, {
    show: (view) => dispatch({ type: 'shown', view }),
    update: (update) => dispatch({ type: 'updated', update }),
  });
  const attempt = (action: Promise<unknown>): void => {
    action.catch(({ code, message }: RemoteError) => dispatch({ type: 'action-failed', message, code }));
  };
  return (
    <main class="authz">
      <ProblemBanner problem={state.problem} onDismiss={() => dispatch({ type: 'problem-dismissed' })}>
        <RemedyLink code={state.problemCode} editor={editor} attempt={attempt} />
      </ProblemBanner>
      {state.view === undefined && state.problem === undefined && (
        <Loading heading={t('Authorization tests')} text={t('Loading the results…')} />
      )}
      {state.view === null && (
        <div class="authz-nothing">
          <h1 class="spoken">{t('Authorization tests')}</h1>
          <p>{t('This matrix has not been run.')}</p>
          <Button onPress={() => attempt(editor.runAll())}>{t('Run All')}</Button>
        </div>
      )}
      {state.view !== undefined && state.view !== null && (
        <Run state={state} view={state.view} editor={editor} dispatch={dispatch} attempt={attempt} />
      )}
    </main>
  );
}

interface RunProps {
  readonly state: AuthzState;
  readonly view: NonNullable<AuthzState['view']>;
  readonly editor: Remote<AuthzEditor>;
  readonly dispatch: (action: AuthzAction) => void;
  readonly attempt: (action: Promise<unknown>) => void;
}

function Run({ state, view, editor, dispatch, attempt }: RunProps) {
  const { filter } = state;
  const grid = useMemo(() => shownGrid({ view, filter }), [view, filter]);
  const selected = selectedCell(state, grid);
  const evidence = evidenceOf(state, selected);
  const at = [view.run, selected ?? 0] as const;
  const headline = useRef<HTMLHeadingElement>(null);
  const cells = useRef<HTMLTableElement>(null);
  const choose = useCallback((id: string) => dispatch({ type: 'chosen', id }), [dispatch]);
  useMissingEvidence(editor, view.run, lacksEvidence(state, selected) ? selected : undefined, dispatch);
  useCoverage(editor, view, dispatch);
  return (
    <>
      <AuthzHeader
        view={view}
        coverage={coverageOf(state)}
        filter={filter}
        onFilter={(wanted) => dispatch({ type: 'filtered', filter: wanted })}
        onRunAll={() => attempt(editor.runAll())}
        onShare={() => attempt(editor.share())}
        onCancel={() => attempt(editor.cancel())}
        onNotify={() => attempt(editor.notify())}
        onChooseDescription={() => attempt(chooseDescription(editor, view.run, dispatch))}
        obstacleActions={{
          onSetSecret: (position) => attempt(editor.setSecret(view.run, position)),
          onSelectEnvironment: () => attempt(editor.selectEnvironment()),
          ...(state.isSample ? { onStartSampleApi: () => attempt(editor.startSampleApi()) } : {}),
        }}
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
                onRun: () => attempt(editor.runCell(...at)),
                onCopyCurl: () => attempt(editor.copyCurl(...at)),
                onRaiseIssue: () => attempt(raiseIssue(editor, at, dispatch)),
                onOpenIssue: () => attempt(editor.openIssue(...at)),
                onReveal: (place) => attempt(editor.reveal(...at, place)),
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
  editor: Remote<AuthzEditor>,
  [run, cell]: readonly [run: number, cell: number],
  dispatch: (action: AuthzAction) => void,
): Promise<void> {
  const issue = await editor.raiseIssue(run, cell);
  if (issue !== null) {
    dispatch({ type: 'issue-raised', run, cell, issue });
  }
}

/** Measures by another description; when none was chosen, what was known stays. */
async function chooseDescription(
  editor: Remote<AuthzEditor>,
  run: number,
  dispatch: (action: AuthzAction) => void,
): Promise<void> {
  const coverage = await editor.chooseDescription(run);
  if (coverage !== null) {
    dispatch({ type: 'coverage-arrived', coverage: { run, coverage } });
  }
}

/** Asks for the coverage of each run that has ended; where that fails, another description can be chosen. */
function useCoverage(
  editor: Remote<AuthzEditor>,
  { run, outcome }: AuthzView,
  dispatch: (action: AuthzAction) => void,
): void {
  useEffect(() => {
    if (outcome !== 'running') {
      editor.coverage(run).then(
        (coverage) => dispatch({ type: 'coverage-arrived', coverage: { run, coverage } }),
        ({ message }: RemoteError) => {
          dispatch({ type: 'coverage-arrived', coverage: { run, coverage: null } });
          dispatch({ type: 'action-failed', message });
        },
      );
    }
  }, [editor, run, outcome]);
}

/** Asks for the evidence of the cell to show; the state says when there is something to ask for. */
function useMissingEvidence(
  editor: Remote<AuthzEditor>,
  run: number,
  cell: number | undefined,
  dispatch: (action: AuthzAction) => void,
): void {
  useEffect(() => {
    if (cell !== undefined) {
      editor.evidence(run, cell).then(
        (evidence) => dispatch({ type: 'evidence-arrived', evidence: { run, cell, evidence } }),
        (error: RemoteError) => dispatch({ type: 'action-failed', message: error.message }),
      );
    }
  }, [editor, run, cell]);
}
