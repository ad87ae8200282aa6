/** From a description, a recording or a chain to an authorization matrix, on one page. */
import { useReducer } from 'preact/hooks';
import type { Remote, RemoteError } from '../../src/protocol/channel';
import type {
  ProposalChoice,
  ProposalEditor,
  ProposalPage,
  ProposalView,
} from '../../src/protocol/proposalContract';
import { useEditor, type EditorLink } from '../ui/editorLink';
import { t } from '../ui/l10n';
import { Loading } from '../ui/Loading';
import { ProblemBanner } from '../ui/ProblemBanner';
import { QuestionList } from './QuestionList';
import { SourceRow } from './SourceRow';
import { Summary } from './Summary';
import { UserTable } from './UserTable';
import {
  initialState,
  isCurrent,
  reduceProposal,
  withAnswer,
  withSource,
  type ProposalAction,
  shownQuestions,
  type ProposalState,
} from './proposalState';
import './ProposalApp.css';

/** The whole page; `link` is its only way to the editor. */
export function ProposalApp(props: { readonly link: EditorLink<ProposalEditor, ProposalPage> }) {
  const { link } = props;
  const [state, dispatch] = useReducer(reduceProposal, initialState);
  useEditor(link, dispatch, {});
  const { view, choice, problem } = state;
  const heading = t('Propose Authorization Matrix');
  return (
    <main class="proposal">
      <ProblemBanner problem={problem} onDismiss={() => dispatch({ type: 'problem-dismissed' })} />
      {view === undefined || choice === undefined ? (
        problem === undefined && <Loading heading={heading} text={t('Reading…')} />
      ) : (
        <>
          <h1>{heading}</h1>
          <Steps state={state} view={view} choice={choice} editor={link.editor} dispatch={dispatch} />
        </>
      )}
    </main>
  );
}

function Steps(props: {
  readonly state: ProposalState;
  readonly view: ProposalView;
  readonly choice: ProposalChoice;
  readonly editor: Remote<ProposalEditor>;
  readonly dispatch: (action: ProposalAction) => void;
}) {
  const { state, view, choice, editor, dispatch } = props;
  const { proposal } = view;
  const attempt = (action: Promise<unknown>): void => {
    action.catch(({ message }: RemoteError) => dispatch({ type: 'action-failed', message }));
  };
  const show = (shown: Promise<ProposalView>): void =>
    attempt(shown.then((answer) => dispatch({ type: 'shown', view: answer })));
  const choose = (next: ProposalChoice): void => {
    dispatch({ type: 'chosen', choice: next });
    attempt(editor.choose(next).then((answer) => dispatch({ type: 'answered', view: answer, choice: next })));
  };
  return (
    <>
      <SourceRow
        view={view}
        source={choice.source}
        onChoose={(source) => choose(withSource(choice, source))}
        onBrowse={() => show(editor.browse())}
      />
      <ProblemBanner problem={view.problem} />
      {proposal === undefined && view.problem === undefined && (
        <p class="quiet">
          {choice.source === null
            ? t('An OpenAPI description, a recording (HAR) or a chain says what there is to test.')
            : t('Reading…')}
        </p>
      )}
      {choice.source !== null && (
        <section>
          <h2>{t('Users')}</h2>
          <UserTable choice={choice} proposed={proposal?.users ?? []} onChoose={choose} />
        </section>
      )}
      {proposal !== undefined && (
        <>
          <section>
            <h2>{t('What only you know')}</h2>
            <QuestionList
              questions={shownQuestions(state, proposal)}
              onAnswer={(id, value) => choose(withAnswer(choice, id, value))}
            />
          </section>
          <Summary
            view={view}
            proposal={proposal}
            canWrite={isCurrent(state)}
            onName={(name) => choose({ ...choice, name })}
            onWrite={() => {
              dispatch({ type: 'writing' });
              show(editor.write(view.revision));
            }}
            onDryRun={() => attempt(editor.dryRun())}
            onOpenGrid={() => attempt(editor.openGrid())}
            onOpenText={() => attempt(editor.openText())}
          />
        </>
      )}
    </>
  );
}
