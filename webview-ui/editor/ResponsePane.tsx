/** The last response of the chosen request; if it was never run, the one recorded elsewhere. */
import type { FormRequest } from '../../src/protocol/formEdit';
import type { RequestResult } from '../../src/core/result/result';
import { t } from '../ui/l10n';
import { ExtractDialog } from '../results/ExtractDialog';
import { RequestDetails, type DetailActions } from '../results/RequestDetails';
import { shownExample, type DetailsAction } from '../results/detailsLook';
import { useForm } from './formContext';
import type { FormSession } from './formSession';
import { shownResult, type FormState } from './formState';
import './ResponsePane.css';

/** The response, and the dialog for keeping one of its values. */
export function ResponsePane({
  session,
  state,
}: {
  readonly session: FormSession;
  readonly state: FormState;
}) {
  const { target } = useForm();
  const result = shownResult(state);
  const { run, runIndex } = state.document?.view.chosen ?? {};
  if (target === null || result === undefined || run === undefined || runIndex === undefined) {
    return null;
  }
  return (
    <section class="response-pane" aria-label={t('Response')}>
      <Response session={session} state={state} result={result} at={[run, runIndex]} target={target} />
      <Extraction session={session} state={state} />
    </section>
  );
}

function Response(props: {
  readonly session: FormSession;
  readonly state: FormState;
  readonly result: RequestResult;
  readonly at: readonly [run: number, index: number];
  readonly target: FormRequest;
}) {
  const { session, state, result, at, target } = props;
  const { look, details } = state.response;
  const example = shownExample(look, result);
  const ask = (action: Promise<unknown>): void => session.attempt(action);
  const run = (call: 'runRequest' | 'runWithDependencies' | 'runFromHere') => (): void =>
    session.act(() => session.editor[call](target));
  const actions: DetailActions = {
    onLook: (action) => session.dispatch({ type: 'response-looked-at', action }),
    onOpenBody: () => ask(session.editor.openBody(...at, example)),
    askTree: (wanted) => session.editor.bodyTree(...at, wanted, example),
    onReveal: () => ask(session.editor.openRequest(...at, example)),
    onRun: run('runRequest'),
    onRunWithDependencies: run('runWithDependencies'),
    onRunFromHere: run('runFromHere'),
    onSetSecret: (reason) => ask(session.editor.setSecret(...at, reason, example)),
    ...(state.document?.view.environment === undefined
      ? { onSelectEnvironment: () => ask(session.editor.selectEnvironment()) }
      : {}),
    ...(state.document?.view.isSample === true
      ? { onStartSampleApi: () => ask(session.editor.startSampleApi()) }
      : {}),
  };
  const around = {
    past: details?.past,
    onRecall: () => session.dispatch({ type: 'past-forgotten' }),
  };
  return <RequestDetails result={result} around={around} look={look} actions={actions} />;
}

/** The dialog about the value that the person is about to keep; nothing while there is none. */
function Extraction({ session, state }: { readonly session: FormSession; readonly state: FormState }) {
  const { offer, draft } = state.response.look.extraction ?? {};
  const look = (action: DetailsAction): void => session.dispatch({ type: 'response-looked-at', action });
  const close = (): void => look({ type: 'extraction-closed' });
  return offer === undefined || draft === undefined ? null : (
    <ExtractDialog
      key={offer.id}
      offer={offer}
      draft={draft}
      problem={state.problem}
      onDraft={(next) => look({ type: 'extraction-drafted', draft: next })}
      onExtract={(choice) => session.act(() => session.editor.extract(offer.id, choice).then(close))}
      onClose={close}
    />
  );
}
