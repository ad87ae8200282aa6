/** The results panel: the run on top, its requests, and the details of one of them. */
import { useCallback, useEffect } from 'preact/hooks';
import type { Remote, RemoteError } from '../../src/protocol/channel';
import type { ResultsEditor, ResultsPanel } from '../../src/protocol/resultsContract';
import { Button } from '../ui/Button';
import { Loading } from '../ui/Loading';
import { useEditor, type EditorLink } from '../ui/editorLink';
import type { PageMemory } from '../ui/pageMemory';
import { ProblemBanner } from '../ui/ProblemBanner';
import { RemedyLink } from '../ui/RemedyLink';
import { useKeptLook } from '../ui/useKeptLook';
import { t } from '../ui/l10n';
import { shownExample } from './detailsLook';
import { ExtractDialog } from './ExtractDialog';
import { RequestDetails, type DetailActions } from './RequestDetails';
import { RunRequests } from './RequestList';
import { RunHeader } from './RunHeader';
import { lookOf, stateWith } from './resultsLook';
import {
  missingCauses,
  missingDetails,
  missingExtraction,
  missingIssue,
  missingPast,
  reduceResults,
  selectedDetails,
  selectedIndex,
  type Details,
  type RequestPlace,
  type ResultsAction,
  type ResultsState,
} from './resultsState';
import './ResultsApp.css';

/** The whole panel; `link` is its only way to the editor. */
export function ResultsApp(props: {
  readonly link: EditorLink<ResultsEditor, ResultsPanel>;
  readonly memory: PageMemory;
}) {
  const { link, memory } = props;
  const { editor } = link;
  const [state, dispatch] = useKeptLook(memory, { lookOf, stateWith }, reduceResults);
  useEditor(link, dispatch, {
    show: (view) => dispatch({ type: 'shown', view }),
    update: (update) => dispatch({ type: 'updated', update }),
  });
  useMissing(editor, state, dispatch);
  const attempt = (action: Promise<unknown>): void => {
    action.catch(({ code, message }: RemoteError) => dispatch({ type: 'action-failed', message, code }));
  };
  return (
    <main class="results">
      <ProblemBanner
        problem={state.look.extraction?.offer === undefined ? state.problem : undefined}
        onDismiss={() => dispatch({ type: 'problem-dismissed' })}
      >
        <RemedyLink code={state.problemCode} editor={editor} attempt={attempt} />
      </ProblemBanner>
      {state.view === undefined && state.problem === undefined && (
        <Loading heading={t('Results')} text={t('Loading the results…')} />
      )}
      {state.view === null && (
        <div class="results-nothing">
          <h1 class="spoken">{t('Results')}</h1>
          <p>{t('This chain has not been run in this window.')}</p>
          <Button onPress={() => attempt(editor.runAll())}>{t('Run All')}</Button>
        </div>
      )}
      {state.view !== undefined && state.view !== null && (
        <Run state={state} view={state.view} editor={editor} dispatch={dispatch} attempt={attempt} />
      )}
    </main>
  );
}

/** What the parts of the panel act through. */
interface PanelParts {
  readonly editor: Remote<ResultsEditor>;
  readonly dispatch: (action: ResultsAction) => void;
  /** Shows why an action did not work. */
  readonly attempt: (action: Promise<unknown>) => void;
}

interface RunProps extends PanelParts {
  readonly state: ResultsState;
  readonly view: NonNullable<ResultsState['view']>;
}

function Run(props: RunProps) {
  const { state, view, editor, dispatch, attempt } = props;
  const selected = selectedIndex(state);
  const details = selectedDetails(state);
  const at = [view.run, selected ?? 0] as const;
  const choose = useCallback((index: number) => dispatch({ type: 'chosen', index }), [dispatch]);
  return (
    <>
      <RunHeader
        view={view}
        actions={{
          onRunAll: () => attempt(editor.runAll()),
          onRerunFailed: () => attempt(editor.rerunFailed()),
          onCancel: () => attempt(editor.cancel()),
          onOpenLog: () => attempt(editor.openLog()),
          onShare: () => attempt(editor.share()),
          onNotify: () => attempt(editor.notify()),
        }}
      />
      <div class="results-panes">
        <RunRequests view={view} selected={selected} onChoose={choose} />
        <div class="results-details" data-place="details">
          {details !== undefined && (
            <RequestDetails
              result={details.result}
              around={{
                past: details.past,
                onRecall: () => dispatch({ type: 'past-forgotten' }),
                run: {
                  causes: details.causes ?? [],
                  onChoose: choose,
                  ...issueParts(details, props),
                  ...(view.outcome === 'running' ? {} : { onRepair: () => attempt(editor.repair()) }),
                },
              }}
              look={state.look}
              actions={detailActions(at, shownExample(state.look, details.result), props)}
            />
          )}
        </div>
      </div>
      <Extraction editor={editor} state={state} dispatch={dispatch} attempt={attempt} />
    </>
  );
}

/** The issue about a request, and what leads to it. */
function issueParts({ run, index, issue }: Details, { editor, dispatch, attempt }: PanelParts) {
  const at = { run, index };
  return {
    issue: issue ?? undefined,
    onRaiseIssue: () =>
      attempt(
        editor.raiseIssue(run, index).then((name) => {
          // Nothing was raised: what was known stays.
          if (name !== null) {
            dispatch({ type: 'more-arrived', at, more: { issue: name } });
          }
        }),
      ),
    onOpenIssue: () => attempt(editor.openIssue(run, index)),
  };
}

/** What the person can do with the request at a place, of which a saved example or a part is shown if it has any. */
function detailActions(
  at: readonly [run: number, index: number],
  example: number,
  { state, view, editor, dispatch, attempt }: RunProps,
): DetailActions {
  return {
    onSetSecret: (reason) => attempt(editor.setSecret(...at, reason, example)),
    ...(view.environment === undefined
      ? { onSelectEnvironment: () => attempt(editor.selectEnvironment()) }
      : {}),
    ...(state.isSample ? { onStartSampleApi: () => attempt(editor.startSampleApi()) } : {}),
    onLook: dispatch,
    onOpenBody: () => attempt(editor.openBody(...at, example)),
    askTree: (wanted) => editor.bodyTree(...at, wanted, example),
    onReveal: () => attempt(editor.openRequest(...at, example)),
    onRun: () => attempt(editor.runRequest(...at)),
    onRunWithDependencies: () => attempt(editor.runWithDependencies(...at)),
    onRunFromHere: () => attempt(editor.runFromHere(...at)),
  };
}

/** The dialog about the value that the person is about to keep; nothing while there is none. */
function Extraction(props: PanelParts & { readonly state: ResultsState }) {
  const { editor, dispatch, attempt } = props;
  const { look, problem } = props.state;
  const { offer, draft } = look.extraction ?? {};
  const close = (): void => dispatch({ type: 'extraction-closed' });
  return offer === undefined || draft === undefined ? null : (
    <ExtractDialog
      key={offer.id}
      offer={offer}
      draft={draft}
      problem={problem}
      onDraft={(next) => dispatch({ type: 'extraction-drafted', draft: next })}
      onExtract={(choice) => attempt(editor.extract(offer.id, choice).then(close))}
      onClose={close}
    />
  );
}

/** Requests the missing data about the shown request; the reducer says which. */
function useMissing(
  editor: Remote<ResultsEditor>,
  state: ResultsState,
  dispatch: (action: ResultsAction) => void,
): void {
  useAsked(missingDetails(state), dispatch, (at) =>
    editor
      .details(at.run, at.index)
      .then((result) => ({ type: 'details-arrived', details: { ...at, result } })),
  );
  useAsked(missingCauses(state), dispatch, (at) =>
    editor.causes(at.run, at.index).then((causes) => ({ type: 'more-arrived', at, more: { causes } })),
  );
  useAsked(missingPast(state), dispatch, (at) =>
    editor.past(at.run, at.index).then(
      (past) => ({ type: 'more-arrived', at, more: { past } }),
      ({ message }: RemoteError) => ({ type: 'more-arrived', at, more: { past: { problem: message } } }),
    ),
  );
  useAsked(missingIssue(state), dispatch, (at) =>
    editor.issue(at.run, at.index).then((issue) => ({ type: 'more-arrived', at, more: { issue } })),
  );
  useOffer(editor, state, dispatch);
}

/** Asks how a part of the response can be kept, when the person has picked one. */
function useOffer(
  editor: Remote<ResultsEditor>,
  state: ResultsState,
  dispatch: (action: ResultsAction) => void,
): void {
  const [part, details] = [missingExtraction(state)?.part, selectedDetails(state)];
  useEffect(() => {
    if (part !== undefined && details !== undefined) {
      const example = shownExample(state.look, details.result);
      editor.offerExtraction(details.run, details.index, part, example).then(
        (offer) => dispatch({ type: 'offer-arrived', part, offer }),
        (error: RemoteError) => {
          dispatch({ type: 'extraction-closed' });
          dispatch({ type: 'action-failed', message: error.message });
        },
      );
    }
  }, [part]);
}

/** Asks about a request when it becomes the missing one. */
function useAsked(
  missing: RequestPlace | undefined,
  dispatch: (action: ResultsAction) => void,
  ask: (at: RequestPlace) => Promise<ResultsAction>,
): void {
  const [run, index] = [missing?.run, missing?.index];
  useEffect(() => {
    if (run !== undefined && index !== undefined) {
      ask({ run, index }).then(dispatch, (error: RemoteError) =>
        dispatch({ type: 'action-failed', message: error.message }),
      );
    }
  }, [run, index]);
}
