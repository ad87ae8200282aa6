/** What can be done with the drawing: find, follow one variable, fit, and take it elsewhere. */
import { t } from '../ui/l10n';
import type { ViewerAction, ViewerState } from './viewerState';
import './Toolbar.css';

/** What the buttons do. */
export interface ToolbarActions {
  readonly onCopyMermaid: () => void;
  readonly onSaveSvg: () => void;
  readonly onSavePng: () => void;
}

/** The toolbar above the drawing. */
export function Toolbar(props: {
  readonly state: ViewerState;
  readonly variables: readonly string[];
  readonly dispatch: (action: ViewerAction) => void;
  readonly actions: ToolbarActions;
}) {
  const { state, variables, dispatch, actions } = props;
  const isOutsideShown = state.part.outside === 'shown';
  const exports = [
    [t('Mermaid'), t('Copy as Mermaid'), actions.onCopyMermaid],
    [t('SVG…'), t('Save as SVG…'), actions.onSaveSvg],
    [t('PNG…'), t('Save as PNG…'), actions.onSavePng],
  ] as const;
  return (
    <div class="toolbar" role="toolbar" aria-label={t('Drawing')}>
      <FindField text={state.search} dispatch={dispatch} />
      <VariableChoice chosen={state.part.variable ?? ''} variables={variables} dispatch={dispatch} />
      <label class="toolbar-switch">
        <input
          type="checkbox"
          checked={isOutsideShown}
          onChange={() => dispatch({ type: 'outside-toggled' })}
        />
        {t('Constants and environment')}
      </label>
      <span class="toolbar-exports" role="group" aria-label={t('Export')}>
        <span class="quiet">{t('Export')}</span>
        {exports.map(([format, title, onPress]) => (
          <button
            key={format}
            type="button"
            class="viewer-button"
            title={title}
            aria-label={title}
            onClick={onPress}
          >
            {format}
          </button>
        ))}
      </span>
    </div>
  );
}

type Dispatch = (action: ViewerAction) => void;

/** No form: a page of the editor may not submit any. */
function FindField({ text, dispatch }: { readonly text: string; readonly dispatch: Dispatch }) {
  const findNext = (): void => dispatch({ type: 'next-found' });
  return (
    <span class="toolbar-find">
      <input
        type="search"
        aria-label={t('Find a request or variable')}
        placeholder={t('Find request or variable')}
        value={text}
        onInput={({ currentTarget }) => dispatch({ type: 'searched', text: currentTarget.value })}
        onKeyDown={({ key }) => (key === 'Enter' ? findNext() : undefined)}
      />
      <button type="button" class="viewer-button" onClick={findNext}>
        {t('Find Next')}
      </button>
    </span>
  );
}

function VariableChoice({
  chosen,
  variables,
  dispatch,
}: {
  readonly chosen: string;
  readonly variables: readonly string[];
  readonly dispatch: Dispatch;
}) {
  return (
    <label>
      {t('Variable')}{' '}
      <select
        value={chosen}
        onChange={({ currentTarget }) => dispatch({ type: 'variable-chosen', variable: currentTarget.value })}
      >
        <option value="">{t('all')}</option>
        {variables.map((variable) => (
          <option key={variable} value={variable}>
            {variable}
          </option>
        ))}
      </select>
    </label>
  );
}
