/** What came back when the chosen request was run last. */
import type { ResponsePart } from '../../src/core/extraction/responsePart';
import type { RequestResult } from '../../src/core/result';
import { ExtractDialog } from '../results/ExtractDialog';
import { RequestDetails } from '../results/RequestDetails';
import type { DetailActions } from '../results/RequestDetails';
import type { FormRequest } from '../../src/protocol/formContract';
import { useForm } from './formContext';
import type { FormSession } from './formSession';
import { shownResult } from './formState';
import type { FormState } from './formState';
import './ResponsePane.css';

/** The response, and the dialog about a value of it that is to be kept. */
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
    <section class="response-pane" aria-label="Response">
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
  const ask = (action: Promise<unknown>): void => session.attempt(action);
  const run = (call: 'runRequest' | 'runWithDependencies' | 'runFromHere') => (): void => {
    session.flush();
    ask(session.call(call, target));
  };
  const actions: DetailActions = {
    onTab: (tab) => session.dispatch({ type: 'response-changed', change: { tab } }),
    onBodyForm: (bodyForm) => session.dispatch({ type: 'response-changed', change: { bodyForm } }),
    onOpenBody: () => ask(session.call('openBody', ...at)),
    onPick: (part: ResponsePart) =>
      ask(
        session
          .call('offerExtraction', ...at, part)
          .then((offer) => session.dispatch({ type: 'response-changed', change: { offer } })),
      ),
    onReveal: () => ask(session.call('reveal', target)),
    onRun: run('runRequest'),
    onRunWithDependencies: run('runWithDependencies'),
    onRunFromHere: run('runFromHere'),
  };
  const { tab, bodyForm } = state.response;
  return <RequestDetails result={result} tab={tab} bodyForm={bodyForm} actions={actions} />;
}

/** The dialog about the value that the person is about to keep; nothing while there is none. */
function Extraction({ session, state }: { readonly session: FormSession; readonly state: FormState }) {
  const { offer } = state.response;
  const close = (): void => session.dispatch({ type: 'offer-closed' });
  return offer === undefined ? null : (
    <ExtractDialog
      key={offer.id}
      offer={offer}
      problem={state.problem}
      onExtract={(choice) => {
        session.flush();
        session.attempt(session.call('extract', offer.id, choice).then(close));
      }}
      onClose={close}
    />
  );
}
