/** What is going to leave the editor, exactly: what may be left out, what was masked, and whether it goes. */
import { useEffect, useReducer } from 'preact/hooks';
import type { Remote, RemoteError } from '../../src/protocol/channel';
import type { EgressEditor, EgressPage, EgressView } from '../../src/protocol/egressContract';
import { useEditor, type EditorLink } from '../ui/editorLink';
import { Button } from '../ui/Button';
import { ProblemBanner } from '../ui/ProblemBanner';
import { t, tRich } from '../ui/l10n';
import { FieldList } from './FieldList';
import { MaskList } from './MaskList';
import { OmissionList } from './OmissionList';
import { TextPane } from './TextPane';
import {
  initialState,
  isCurrent,
  nextChoice,
  reduceEgress,
  type EgressAction,
  type EgressState,
} from './egressState';
import './EgressApp.css';

/** The whole view; `link` is its only way to the editor. */
export function EgressApp(props: { readonly link: EditorLink<EgressEditor, EgressPage> }) {
  const { link } = props;
  const { editor } = link;
  const [state, dispatch] = useReducer(reduceEgress, initialState);
  useEditor(link, dispatch, {});
  const next = nextChoice(state);
  useEffect(() => {
    if (next !== undefined) {
      dispatch({ type: 'asked', choice: next });
      attempt(
        editor.choose(next).then((view) => dispatch({ type: 'answered', view })),
        dispatch,
      );
    }
  }, [next, editor]);
  const { view, problem } = state;
  return (
    <main class="egress">
      <h1>{view === undefined ? t('What leaves') : view.title}</h1>
      <ProblemBanner problem={problem} />
      {view === undefined
        ? problem === undefined && (
            <p class="quiet" role="status">
              {t('Preparing what leaves…')}
            </p>
          )
        : review({ state, view, editor, dispatch })}
    </main>
  );
}

function review(props: {
  readonly state: EgressState;
  readonly view: EgressView;
  readonly editor: Remote<EgressEditor>;
  readonly dispatch: (action: EgressAction) => void;
}) {
  const { state, view, editor, dispatch } = props;
  const { omittable, fields, revision } = view;
  const decide = (decision: Promise<void>): void => {
    dispatch({ type: 'decided' });
    attempt(decision, dispatch);
  };
  return (
    <>
      <p class="egress-destination">
        {tRich('Goes to: {0}. Nothing leaves before you say so.', <strong>{view.destination}</strong>)}
      </p>
      <div class="egress-bar" role="group" aria-label={t('Decision')}>
        <Button isOff={!isCurrent(state)} onPress={() => decide(editor.approve(revision))}>
          {view.action}
        </Button>
        <Button quiet isOff={state.isDone} onPress={() => decide(editor.cancel())}>
          {t('Cancel')}
        </Button>
        <MaskList masks={view.masks} size={view.size} isCurrent={isCurrent(state)} />
      </div>
      {fields.length > 0 && (
        <FieldList
          fields={fields}
          values={state.choice?.values ?? []}
          onReword={(id, value) => dispatch({ type: 'reworded', id, value })}
        />
      )}
      {omittable !== undefined && state.choice !== undefined && (
        <OmissionList
          omittable={omittable}
          omissions={state.choice.omissions}
          onOmit={(omissions) => dispatch({ type: 'omitted', omissions })}
        />
      )}
      {view.texts.map((text, index) => (
        <TextPane
          key={index}
          text={text}
          onOpen={() => attempt(editor.openText(revision, index), dispatch)}
        />
      ))}
    </>
  );
}

function attempt(action: Promise<unknown>, dispatch: (action: EgressAction) => void): void {
  action.catch(({ code, message }: RemoteError) =>
    // The panel closes with the answer, sometimes before the page has heard it.
    code === 'disposed' ? undefined : dispatch({ type: 'action-failed', message }),
  );
}
