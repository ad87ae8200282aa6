/** The review of an Auto Mapping: what values came from where, to be ticked and applied at once. */
import { useEffect } from 'preact/hooks';
import type { RemoteError } from '../../src/protocol/channel';
import type { PageMemory } from '../ui/pageMemory';
import { useKeptLook } from '../ui/useKeptLook';
import { NothingPane } from './NothingPane';
import { ReviewPane, type ReviewActions } from './ReviewPane';
import type { EditorLink } from './editorLink';
import { lookOf, stateWith } from './mappingLook';
import { reduceMapping, type MappingAction } from './mappingState';
import './MappingApp.css';

/** The whole review; `link` is its only way to the editor. */
export function MappingApp(props: { readonly link: EditorLink; readonly memory: PageMemory }) {
  const { link, memory } = props;
  const [state, dispatch] = useKeptLook(memory, { lookOf, stateWith }, reduceMapping);
  useEffect(() => link.start(dispatch), [link]);
  const attempt = (action: Promise<unknown>): void => {
    action.catch((error: RemoteError) => dispatch({ type: 'action-failed', message: error.message }));
  };
  const again = (): void => {
    dispatch({ type: 'again' });
    attempt(link.again());
  };
  const { view, problem } = state;
  return (
    <main class="mapping">
      <h1>{view === undefined ? 'Auto Map' : `Auto Map: ${view.chain}`}</h1>
      {problem !== undefined && (
        <ProblemNote
          problem={problem}
          onAgain={again}
          onDismiss={() => dispatch({ type: 'problem-dismissed' })}
        />
      )}
      {view === undefined && problem === undefined && (
        <p class="quiet" role="status">
          Reading the responses…
        </p>
      )}
      {view !== undefined && view.kind !== 'review' && (
        <NothingPane
          view={view}
          state={state}
          dispatch={dispatch}
          actions={{
            onRun: () => attempt(link.runAll()),
            onAgain: again,
            onApply: (variables) => attempt(link.applyGuesses(variables)),
          }}
        />
      )}
      {view?.kind === 'review' && (
        <ReviewPane
          state={state}
          view={view}
          dispatch={dispatch}
          actions={{ ...actionsOf(link, dispatch, attempt), onAgain: again }}
        />
      )}
    </main>
  );
}

function actionsOf(
  link: EditorLink,
  dispatch: (action: MappingAction) => void,
  attempt: (action: Promise<unknown>) => void,
): Omit<ReviewActions, 'onAgain'> {
  const change = (places: Promise<number>): void =>
    attempt(places.then((count) => dispatch({ type: 'applied', places: count })));
  return {
    onApply: (picks) => change(link.apply(picks)),
    onTakeInstead: (pick) => change(link.takeInstead(pick)),
    onApplyCopy: (key) => change(link.applyCopy(key)),
    onReject: (keys) => attempt(link.reject(keys)),
    onRestore: (keys) => attempt(link.restore(keys)),
    onReveal: (request) => attempt(link.reveal(request)),
    onRun: () => attempt(link.runAll()),
    onVerify: () => attempt(link.verify()),
    onUnverify: () => attempt(link.unverify()),
  };
}

function ProblemNote(props: {
  readonly problem: string;
  readonly onAgain: () => void;
  readonly onDismiss: () => void;
}) {
  return (
    <p class="mapping-problem" role="alert">
      {props.problem}{' '}
      <button type="button" class="link" onClick={props.onAgain}>
        Map again
      </button>{' '}
      <button type="button" class="link" onClick={props.onDismiss}>
        Dismiss
      </button>
    </p>
  );
}
