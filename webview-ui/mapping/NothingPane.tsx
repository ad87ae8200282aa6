/** A chain without responses: the way to get some, and what its names alone make one think. */
import type { MappingView } from '../../src/protocol/mappingContract';
import { Button } from '../ui/Button';
import { t } from '../ui/l10n';
import { GuessList } from './GuessList';
import type { MappingAction, MappingState } from './mappingState';

/** What can be done without responses. */
export interface NothingActions {
  readonly onRun: () => void;
  readonly onManageTrust: () => void;
  readonly onShowResults: () => void;
  readonly onAgain: () => void;
  /** Makes the chain extract these variables. */
  readonly onApply: (variables: readonly string[]) => void;
}

/** Why there is nothing to review. */
export function NothingPane(props: {
  readonly view: Exclude<MappingView, { kind: 'review' }>;
  readonly state: MappingState;
  readonly dispatch: (action: MappingAction) => void;
  readonly actions: NothingActions;
}) {
  const { view, state, dispatch, actions } = props;
  if (view.kind === 'stopped') {
    return (
      <div class="mapping-nothing">
        <p>{t('Mapping was stopped.')}</p>
        <Button onPress={actions.onAgain}>{t('Map Again')}</Button>
      </div>
    );
  }
  return (
    <>
      <div class="mapping-nothing">
        <p>
          {view.isRun
            ? t('Nothing answered the last run of this chain. Its results say why.')
            : t(
                'This chain has no responses yet. Auto Map reads those of its last run, or of a recording that it was imported from.',
              )}{' '}
          {view.isRun && (
            <button type="button" class="link" onClick={actions.onShowResults}>
              {t('Show Results')}
            </button>
          )}
        </p>
        {!view.trusted && (
          <p>{t('This workspace is not trusted, so nothing is sent. Trust it to run its chains.')}</p>
        )}
        {view.trusted ? (
          <Button onPress={actions.onRun}>{t('Run All')}</Button>
        ) : (
          <Button onPress={actions.onManageTrust}>{t('Manage Workspace Trust')}</Button>
        )}
      </div>
      {view.guesses.length > 0 && (
        <GuessList guesses={view.guesses} state={state} dispatch={dispatch} onApply={actions.onApply} />
      )}
    </>
  );
}
