/** The policy of a matrix as a grid that can be changed: the text of the file says what it shows. */
import { useCallback, useMemo, useState } from 'preact/hooks';
import type { Remote, RemoteError } from '../../src/protocol/channel';
import type { PolicyEditor, PolicyPage } from '../../src/protocol/policyContract';
import type { PolicyView } from '../../src/protocol/policyView';
import { useEditor, type EditorLink } from '../ui/editorLink';
import { Icon } from '../ui/Icon';
import { engineText, t } from '../ui/l10n';
import { Loading } from '../ui/Loading';
import { Menu, placeBelow, type MenuItem, type MenuPlace } from '../ui/Menu';
import type { PageMemory } from '../ui/pageMemory';
import { ProblemBanner } from '../ui/ProblemBanner';
import { useKeptLook } from '../ui/useKeptLook';
import { choicesOf, type GrantChange } from './policyChoices';
import { PolicyGrid } from './PolicyGrid';
import { PolicyHeader } from './PolicyHeader';
import {
  lookOf,
  reducePolicy,
  shownRows,
  stateWith,
  tabStop,
  type CellPlace,
  type PolicyAction,
} from './policyState';
import './PolicyApp.css';

/** The whole page; `link` is its only way to the editor. */
export function PolicyApp(props: {
  readonly link: EditorLink<PolicyEditor, PolicyPage>;
  readonly memory: PageMemory;
}) {
  const { link, memory } = props;
  const { editor } = link;
  const [state, dispatch] = useKeptLook(memory, { lookOf, stateWith }, reducePolicy);
  useEditor(link, dispatch, { show: (view) => dispatch({ type: 'shown', view }) });
  const { view } = state;
  return (
    <main class="policy">
      <ProblemBanner problem={state.problem} onDismiss={() => dispatch({ type: 'problem-dismissed' })} />
      {view === undefined && state.problem === undefined && (
        <Loading heading={t('Policy')} text={t('Loading the policy…')} />
      )}
      {view !== undefined && (
        <Policy view={view} at={state.at} only={state.only} editor={editor} dispatch={dispatch} />
      )}
    </main>
  );
}

interface OpenMenu {
  readonly cell: CellPlace;
  readonly place: MenuPlace;
}

function Policy(props: {
  readonly view: PolicyView;
  readonly at: CellPlace | undefined;
  readonly only: readonly string[] | undefined;
  readonly editor: Remote<PolicyEditor>;
  readonly dispatch: (action: PolicyAction) => void;
}) {
  const { view, at, only, editor, dispatch } = props;
  const [menu, setMenu] = useState<OpenMenu>();
  const rows = useMemo(() => shownRows(view, only), [view, only]);
  const attempt = (action: Promise<unknown>): void => {
    dispatch({ type: 'problem-dismissed' });
    action.catch(({ message }: RemoteError) => dispatch({ type: 'action-failed', message }));
  };
  const focus = useCallback((cell: CellPlace) => dispatch({ type: 'focused', at: cell }), [dispatch]);
  const open = useCallback(
    (cell: CellPlace, element: Element) => setMenu({ cell, place: placeBelow(element) }),
    [],
  );
  return (
    <>
      {view.broken !== undefined && <Broken view={view} onShowText={() => attempt(editor.revealText())} />}
      <PolicyHeader
        view={view}
        isFiltered={rows !== view.rows}
        onFilter={(shown) => dispatch({ type: 'filtered', only: shown })}
      />
      {rows.length === 0 ? (
        view.broken === undefined && <NoOperations onShowText={() => attempt(editor.revealText())} />
      ) : (
        <div class="policy-pane" data-place="policy">
          <PolicyGrid
            view={view}
            rows={rows}
            tabStop={tabStop(view, rows, at)}
            onFocus={focus}
            onOpen={open}
            onReveal={(operation) => attempt(editor.revealOperation(operation))}
          />
        </div>
      )}
      {menu !== undefined && (
        <CellMenu
          view={view}
          menu={menu}
          editor={editor}
          attempt={attempt}
          dispatch={dispatch}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  );
}

/** The menu of a cell; it closes by itself when the cell is gone. */
function CellMenu(props: {
  readonly view: PolicyView;
  readonly menu: OpenMenu;
  readonly editor: Remote<PolicyEditor>;
  readonly attempt: (action: Promise<unknown>) => void;
  readonly dispatch: (action: PolicyAction) => void;
  readonly onClose: () => void;
}) {
  const { view, editor, attempt, dispatch, onClose } = props;
  const { cell, place } = props.menu;
  const { role, operation } = cell;
  const row = view.rows.find((one) => one.operation === operation);
  if (row === undefined) {
    return null;
  }
  const choices = choicesOf(view, row, cell).map(({ title, isChosen, change }): MenuItem => ({
    title,
    isChosen,
    onPress: () => (isChosen ? undefined : attempt(carryOut(editor, change, dispatch))),
  }));
  const items = [
    ...(view.broken === undefined ? choices : []),
    { title: t('Show in text'), onPress: () => attempt(editor.revealGrant(role, operation)) },
  ];
  const label = role === null ? t('{0}: public', operation) : t('{0}: {1}', operation, role);
  return <Menu label={label} place={place} items={items} onClose={onClose} />;
}

async function carryOut(
  editor: Remote<PolicyEditor>,
  change: GrantChange,
  dispatch: (action: PolicyAction) => void,
): Promise<void> {
  if (change.kind === 'public') {
    await editor.setPublic(change.operation, change.isPublic);
  } else if ((await editor.grant(change.choice)) === 'stale') {
    const message = t('The text has changed meanwhile, so nothing was written. Choose again.');
    dispatch({ type: 'action-failed', message });
  }
}

function Broken({ view, onShowText }: { readonly view: PolicyView; readonly onShowText: () => void }) {
  const { file, broken } = view;
  return (
    <div class="policy-notice" role="alert">
      <Icon name="error" />
      <p>
        {broken !== undefined &&
          t(
            '{0} cannot be read: {1} (line {2}, column {3}). The grid shows the last version that could be read. Fix the text to change it here again.',
            file,
            engineText(broken.message),
            broken.line,
            broken.column,
          )}{' '}
        <button type="button" class="link" onClick={onShowText}>
          {t('Show the text')}
        </button>
      </p>
    </div>
  );
}

function NoOperations({ onShowText }: { readonly onShowText: () => void }) {
  return (
    <p class="policy-nothing">
      {t('This matrix has no operations. Each names a request, and is added in the text.')}{' '}
      <button type="button" class="link" onClick={onShowText}>
        {t('Show the text')}
      </button>
    </p>
  );
}
