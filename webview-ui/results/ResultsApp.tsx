/** The results panel: the run on top, its requests, and the details of one of them. */
import { useCallback, useEffect, useReducer } from 'preact/hooks';
import type { RemoteError } from '../../src/protocol/channel';
import { Button } from '../ui/Button';
import { RequestDetails } from './RequestDetails';
import { RequestList } from './RequestList';
import { RunHeader } from './RunHeader';
import type { EditorLink } from './editorLink';
import { initialState, missingDetails, reduceResults, selectedIndex, selectedResult } from './resultsState';
import type { ResultsAction, ResultsState } from './resultsState';
import './ResultsApp.css';

/** The whole panel; `link` is its only way to the editor. */
export function ResultsApp({ link }: { readonly link: EditorLink }) {
  const [state, dispatch] = useReducer(reduceResults, initialState);
  useEffect(() => link.start(dispatch), [link]);
  useMissingDetails(link, state, dispatch);
  const attempt = (action: Promise<unknown>): void => {
    action.catch((error: RemoteError) => dispatch({ type: 'action-failed', message: error.message }));
  };
  if (state.view === undefined) {
    return null;
  }
  return (
    <main class="results">
      {state.problem !== undefined && (
        <p class="results-problem" role="alert">
          {state.problem}{' '}
          <button type="button" class="link" onClick={() => dispatch({ type: 'problem-dismissed' })}>
            Dismiss
          </button>
        </p>
      )}
      {state.view === null ? (
        <div class="results-nothing">
          <p>This chain has not been run in this window.</p>
          <Button onPress={() => attempt(link.runAll())}>Run All</Button>
        </div>
      ) : (
        <Run state={state} view={state.view} link={link} dispatch={dispatch} attempt={attempt} />
      )}
    </main>
  );
}

function Run(props: {
  readonly state: ResultsState;
  readonly view: NonNullable<ResultsState['view']>;
  readonly link: EditorLink;
  readonly dispatch: (action: ResultsAction) => void;
  readonly attempt: (action: Promise<unknown>) => void;
}) {
  const { state, view, link, dispatch, attempt } = props;
  const selected = selectedIndex(state);
  const result = selectedResult(state);
  const at = [view.run, selected ?? 0] as const;
  const choose = useCallback((index: number) => dispatch({ type: 'chosen', index }), [dispatch]);
  return (
    <>
      <RunHeader
        view={view}
        actions={{
          onRunAll: () => attempt(link.runAll()),
          onRerunFailed: () => attempt(link.rerunFailed()),
          onCancel: () => attempt(link.cancel()),
          onOpenLog: () => attempt(link.openLog()),
        }}
      />
      <div class="results-panes">
        <RequestList rows={view.requests} mainChain={view.chain.file} selected={selected} onChoose={choose} />
        <div class="results-details">
          {result !== undefined && (
            <RequestDetails
              result={result}
              tab={state.tab}
              bodyForm={state.bodyForm}
              actions={{
                onTab: (tab) => dispatch({ type: 'tab-selected', tab }),
                onBodyForm: (form) => dispatch({ type: 'body-form-selected', form }),
                onOpenBody: () => attempt(link.openBody(...at)),
                onReveal: () => attempt(link.reveal(...at)),
                onRun: () => attempt(link.runRequest(...at)),
                onRunWithDependencies: () => attempt(link.runWithDependencies(...at)),
                onRunFromHere: () => attempt(link.runFromHere(...at)),
              }}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** Asks for the details of the request to show; the reducer says when there is something to ask for. */
function useMissingDetails(
  link: EditorLink,
  state: ResultsState,
  dispatch: (action: ResultsAction) => void,
): void {
  const missing = missingDetails(state);
  const [run, index] = [missing?.run, missing?.index];
  useEffect(() => {
    if (run !== undefined && index !== undefined) {
      link.details(run, index).then(
        (result) => dispatch({ type: 'details-arrived', details: { run, index, result } }),
        (error: RemoteError) => dispatch({ type: 'action-failed', message: error.message }),
      );
    }
  }, [link, run, index]);
}
