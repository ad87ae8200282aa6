/** The review of an Auto Mapping: what values came from where, to be ticked and applied at once. */
import type { Remote, RemoteError } from '../../src/protocol/channel';
import type { MappingEditor, MappingPage } from '../../src/protocol/mappingContract';
import { useEditor, type EditorLink } from '../ui/editorLink';
import type { PageMemory } from '../ui/pageMemory';
import { ProblemBanner } from '../ui/ProblemBanner';
import { RemedyLink } from '../ui/RemedyLink';
import { useKeptLook } from '../ui/useKeptLook';
import { t } from '../ui/l10n';
import { NothingPane } from './NothingPane';
import { RepairSection } from './repair/RepairSection';
import { repairActions } from './repair/repairActions';
import { ReviewPane } from './ReviewPane';
import type { ReviewActions } from './reviewActions';
import { lookOf, stateWith } from './mappingLook';
import { reduceMapping, type MappingAction } from './mappingState';
import './MappingApp.css';

/** The whole review; `link` is its only way to the editor. */
export function MappingApp(props: {
  readonly link: EditorLink<MappingEditor, MappingPage>;
  readonly memory: PageMemory;
}) {
  const { link, memory } = props;
  const { editor } = link;
  const [state, dispatch] = useKeptLook(memory, { lookOf, stateWith }, reduceMapping);
  useEditor(link, dispatch, { show: (view) => dispatch({ type: 'shown', view }) });
  const attempt = (action: Promise<unknown>): void => {
    dispatch({ type: 'problem-dismissed' });
    action.catch(({ code, message }: RemoteError) => dispatch({ type: 'action-failed', message, code }));
  };
  const again = (): void => {
    dispatch({ type: 'again' });
    attempt(editor.again());
  };
  const { view, problem } = state;
  return (
    <main class="mapping">
      <h1>{view === undefined ? t('Auto Map') : t('Auto Map: {0}', view.chain)}</h1>
      <ProblemBanner problem={problem} onDismiss={() => dispatch({ type: 'problem-dismissed' })}>
        <RemedyLink code={state.problemCode} editor={editor} attempt={attempt} />{' '}
        <button type="button" class="link" onClick={again}>
          {t('Map again')}
        </button>
      </ProblemBanner>
      {view === undefined && problem === undefined && (
        <p class="quiet" role="status">
          {t('Reading the responses…')}
        </p>
      )}
      {(view?.kind === 'review' || view?.repair !== undefined) && (
        <RepairSection repair={view.repair} actions={repairActions(editor, attempt)} />
      )}
      {view !== undefined && view.kind !== 'review' && (
        <NothingPane
          view={view}
          state={state}
          dispatch={dispatch}
          actions={{
            onRun: () => attempt(editor.runAll()),
            onManageTrust: () => attempt(editor.manageTrust()),
            onShowResults: () => attempt(editor.showResults()),
            onAgain: again,
            onApply: (variables) => attempt(editor.applyGuesses(variables)),
          }}
        />
      )}
      {view?.kind === 'review' && (
        <ReviewPane
          state={state}
          view={view}
          dispatch={dispatch}
          actions={{ ...actionsOf(editor, dispatch, attempt), onAgain: again }}
        />
      )}
    </main>
  );
}

function actionsOf(
  editor: Remote<MappingEditor>,
  dispatch: (action: MappingAction) => void,
  attempt: (action: Promise<unknown>) => void,
): Omit<ReviewActions, 'onAgain'> {
  const change = (places: Promise<number>): void =>
    attempt(places.then((count) => dispatch({ type: 'applied', places: count })));
  return {
    onApply: (picks) => change(editor.apply(picks)),
    onTakeInstead: (pick) => change(editor.takeInstead(pick)),
    onApplyCopy: (key) => change(editor.applyCopy(key)),
    onApplyColumn: (key) => change(editor.applyColumn(key)),
    onApplyLoop: (key) => change(editor.applyLoop(key)),
    onReject: (keys) => attempt(editor.reject(keys)),
    onRestore: (keys) => attempt(editor.restore(keys)),
    onReveal: (request) => attempt(editor.reveal(request)),
    onRun: () => attempt(editor.runAll()),
    onVerify: () => attempt(editor.verify()),
    onUnverify: () => attempt(editor.unverify()),
  };
}
