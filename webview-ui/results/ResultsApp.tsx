/** The results panel: the run on top, its requests, and the details of one of them. */
import { useCallback, useEffect, useReducer } from 'preact/hooks';
import type { RemoteError } from '../../src/protocol/channel';
import { Button } from '../ui/Button';
import { ExtractDialog } from './ExtractDialog';
import { RequestDetails } from './RequestDetails';
import type { DetailActions } from './RequestDetails';
import { RequestList } from './RequestList';
import { RunHeader } from './RunHeader';
import type { EditorLink } from './editorLink';
import {
  initialState,
  missingCauses,
  missingDetails,
  missingPast,
  reduceResults,
  selectedDetails,
  selectedIndex,
} from './resultsState';
import type { RequestPlace, ResultsAction, ResultsState } from './resultsState';
import './ResultsApp.css';

/** The whole panel; `link` is its only way to the editor. */
export function ResultsApp({ link }: { readonly link: EditorLink }) {
  const [state, dispatch] = useReducer(reduceResults, initialState);
  useEffect(() => link.start(dispatch), [link]);
  useMissing(link, state, dispatch);
  const attempt = (action: Promise<unknown>): void => {
    action.catch((error: RemoteError) => dispatch({ type: 'action-failed', message: error.message }));
  };
  if (state.view === undefined) {
    return null;
  }
  return (
    <main class="results">
      {state.problem !== undefined && state.offer === undefined && (
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

/** What the parts of the panel act through. */
interface PanelParts {
  readonly link: EditorLink;
  readonly dispatch: (action: ResultsAction) => void;
  /** Shows why an action did not work. */
  readonly attempt: (action: Promise<unknown>) => void;
}

function Run(
  props: PanelParts & { readonly state: ResultsState; readonly view: NonNullable<ResultsState['view']> },
) {
  const { state, view, link, dispatch, attempt } = props;
  const selected = selectedIndex(state);
  const details = selectedDetails(state);
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
        <RequestList view={view} selected={selected} onChoose={choose} />
        <div class="results-details">
          {details !== undefined && (
            <RequestDetails
              result={details.result}
              around={{ causes: details.causes ?? [], past: details.past, onChoose: choose }}
              tab={state.tab}
              bodyForm={state.bodyForm}
              actions={detailActions(at, props)}
            />
          )}
        </div>
      </div>
      <Extraction link={link} state={state} dispatch={dispatch} attempt={attempt} />
    </>
  );
}

/** What the person can do with the request at a place. */
function detailActions(
  at: readonly [run: number, index: number],
  { link, dispatch, attempt }: PanelParts,
): DetailActions {
  return {
    onTab: (tab) => dispatch({ type: 'tab-selected', tab }),
    onBodyForm: (form) => dispatch({ type: 'body-form-selected', form }),
    onOpenBody: () => attempt(link.openBody(...at)),
    onPick: (part) =>
      attempt(
        link.offerExtraction(...at, part).then((offer) => dispatch({ type: 'extraction-offered', offer })),
      ),
    onReveal: () => attempt(link.reveal(...at)),
    onRun: () => attempt(link.runRequest(...at)),
    onRunWithDependencies: () => attempt(link.runWithDependencies(...at)),
    onRunFromHere: () => attempt(link.runFromHere(...at)),
  };
}

/** The dialog about the value that the person is about to keep; nothing while there is none. */
function Extraction(props: PanelParts & { readonly state: ResultsState }) {
  const { link, dispatch, attempt } = props;
  const { offer, problem } = props.state;
  const close = (): void => dispatch({ type: 'offer-closed' });
  return offer === undefined ? null : (
    <ExtractDialog
      key={offer.id}
      offer={offer}
      problem={problem}
      onExtract={(choice) => attempt(link.extract(offer.id, choice).then(close))}
      onClose={close}
    />
  );
}

/** Asks for what the panel lacks about the request that it shows; the reducer says what that is. */
function useMissing(link: EditorLink, state: ResultsState, dispatch: (action: ResultsAction) => void): void {
  useAsked(missingDetails(state), dispatch, (at) =>
    link
      .details(at.run, at.index)
      .then((result) => ({ type: 'details-arrived', details: { ...at, result } })),
  );
  useAsked(missingCauses(state), dispatch, (at) =>
    link.causes(at.run, at.index).then((causes) => ({ type: 'more-arrived', at, more: { causes } })),
  );
  useAsked(missingPast(state), dispatch, (at) =>
    link.past(at.run, at.index).then((past) => ({ type: 'more-arrived', at, more: { past } })),
  );
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
