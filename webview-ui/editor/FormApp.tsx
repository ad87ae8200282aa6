/** The form editor: the chain and its requests at the left, the chosen request or the settings at the right. */
import { useMemo } from 'preact/hooks';
import { Icon } from '../ui/Icon';
import { RemedyLink } from '../ui/RemedyLink';
import { TrustLink } from '../ui/TrustLink';
import { Loading } from '../ui/Loading';
import { ProblemBanner } from '../ui/ProblemBanner';
import { engineText, t } from '../ui/l10n';
import { ChainPane } from './ChainPane';
import { RequestPane } from './RequestPane';
import { ResponsePane } from './ResponsePane';
import { SettingsPane } from './SettingsPane';
import { targetOf, type DocumentState } from './documentState';
import { FormContext } from './formContext';
import type { FormSession } from './formSession';
import type { FormState } from './formState';
import { definitionsOf } from './referencePieces';
import { useSession } from './useSession';
import './FormApp.css';

/** The whole page; `session` is its only way to the editor. */
export function FormApp({ session }: { readonly session: FormSession }) {
  const state = useSession(session);
  const { document, problem, response } = state;
  return (
    <main class="form">
      <ProblemBanner
        problem={response.look.extraction?.offer === undefined ? problem : undefined}
        onDismiss={() => session.dispatch({ type: 'problem-dismissed' })}
      >
        <RemedyLink
          code={state.problemCode}
          editor={session.editor}
          attempt={(action) => session.attempt(action)}
        />
      </ProblemBanner>
      {document === undefined ? (
        problem === undefined && <Loading heading={t('Chain')} text={t('Loading the chain…')} />
      ) : (
        <Chain session={session} state={state} document={document} />
      )}
    </main>
  );
}

interface ChainProps {
  readonly session: FormSession;
  readonly state: FormState;
  readonly document: DocumentState;
}

function Chain({ session, state, document }: ChainProps) {
  const { view, shown } = document;
  const definitions = useMemo(() => definitionsOf(view.variables), [view.variables]);
  const target = targetOf(document);
  const isLocked = view.broken !== undefined;
  const surroundings = { session, target, shown, definitions, isLocked };
  return (
    <FormContext.Provider value={surroundings}>
      <Notices session={session} document={document} />
      <div class="form-panes">
        <ChainPane session={session} view={view} selection={state.selection} />
        <div class="form-right" data-place="right">
          {target === null ? (
            <SettingsPane
              document={document}
              tab={state.settingsTab}
              onTab={(tab) => session.dispatch({ type: 'settings-tab-selected', tab })}
            />
          ) : (
            <>
              <RequestPane
                key={target.id === '' ? target.index : target.id}
                state={state}
                document={document}
              />
              <ResponsePane session={session} state={state} />
            </>
          )}
        </div>
      </div>
    </FormContext.Provider>
  );
}

/** What keeps the form from being used as usual: a text that is not a chain, a workspace that is not trusted. */
function Notices({ session, document: { view } }: Pick<ChainProps, 'session' | 'document'>) {
  const { broken, trusted } = view;
  return (
    <>
      {broken !== undefined && (
        <div class="form-notice" role="alert">
          <Icon name="error" />
          <p>
            {t(
              '{0} is not a valid chain: {1} (line {2}, column {3}). The form shows the last valid version. Fix the text to edit it here again.',
              view.file,
              engineText(broken.message),
              broken.line,
              broken.column,
            )}{' '}
            <button type="button" class="link" onClick={() => session.attempt(session.editor.reveal(null))}>
              {t('Show the text')}
            </button>
          </p>
        </div>
      )}
      {!trusted && (
        <div class="form-notice" role="note">
          <Icon name="shield" />
          <p>
            {t('This workspace is not trusted: the chain can be read and edited, and nothing is sent.')}{' '}
            <TrustLink onManageTrust={() => session.attempt(session.editor.manageTrust())} />
          </p>
        </div>
      )}
    </>
  );
}
