/** One request: how it ended and why, its answer, and where its values came from and went. */
import type { CauseStep } from '../../src/core/causePath';
import type { RequestPast } from '../../src/core/compare/requestPast';
import type { ResponsePart } from '../../src/core/extraction/responsePart';
import type { RequestResult } from '../../src/core/result';
import { humanDuration, humanSize, statusText } from '../../src/core/resultViews';
import { Tabs } from '../ui/Tabs';
import type { Tab } from '../ui/Tabs';
import { BodyPane } from './BodyPane';
import { CausePath } from './CausePath';
import { HistoryPane } from './HistoryPane';
import { HeaderTable } from '../ui/HeaderTable';
import { MethodName } from '../ui/MethodName';
import { Reasons } from './Reasons';
import { SentRequest } from './SentRequest';
import { TimingTable } from './TimingTable';
import { ExpectationTable, ExtractionTable, SubstitutionTable } from './ValueTables';
import { pickedHeader } from './pickedHeader';
import { outcomeLook } from './outcomeLook';
import type { BodyForm } from './resultsState';
import './RequestDetails.css';

/** What the person can do in the details. */
export interface DetailActions {
  readonly onTab: (tab: number) => void;
  readonly onBodyForm: (form: BodyForm) => void;
  readonly onOpenBody: () => void;
  /** The person chose a part of the response to keep as a variable. */
  readonly onPick: (part: ResponsePart) => void;
  readonly onReveal: () => void;
  readonly onRun: () => void;
  readonly onRunWithDependencies: () => void;
  readonly onRunFromHere: () => void;
}

/** What is known of a request beyond its own result. */
export interface RequestAround {
  /** The way from a blocked request to the first cause, itself first. */
  readonly causes: readonly CauseStep[];
  /** How it did before; absent while that is on its way. */
  readonly past: RequestPast | undefined;
  /** The person chose another request of the run by its position. */
  readonly onChoose: (index: number) => void;
}

/** The details of a finished request; with `around` they tell of the run and the runs before it, too. */
export function RequestDetails(props: {
  readonly result: RequestResult;
  readonly around?: RequestAround;
  readonly tab: number;
  readonly bodyForm: BodyForm;
  readonly actions: DetailActions;
}) {
  const { result, around, tab, actions } = props;
  return (
    <article class="request-details" aria-label={result.name}>
      <div class="request-headline">
        <h2>
          <MethodName method={result.method} /> {result.name}
        </h2>
        <button type="button" class="link" onClick={actions.onReveal}>
          {result.request.chain}
        </button>
      </div>
      <div class="request-actions">
        <Answer result={result} />
        <span class="request-runs">
          <button type="button" class="link" onClick={actions.onRun}>
            Run
          </button>
          <button type="button" class="link" onClick={actions.onRunFromHere}>
            Run from here
          </button>
        </span>
      </div>
      <Reasons reasons={result.reasons} onRunWithDependencies={actions.onRunWithDependencies}>
        {around !== undefined && <CausePath steps={around.causes} onChoose={around.onChoose} />}
      </Reasons>
      <Tabs tabs={tabsOf(props)} selected={tab} onSelect={actions.onTab} />
    </article>
  );
}

/** Status, time and size; only the outcome when there was no answer. */
function Answer({ result }: { readonly result: RequestResult }) {
  const { colour, word } = outcomeLook(result.outcome);
  const response = result.exchange?.response;
  if (response === undefined) {
    return <p class={`answer ${colour}`}>{word}</p>;
  }
  return (
    <p class="answer">
      <b class={colour}>{statusText(response)}</b>
      <span class="quiet">{humanDuration(result.durationMs)}</span>
      <span class="quiet">{humanSize(response.body.size)}</span>
      {result.attempts > 1 && <span class="quiet">{result.attempts} attempts</span>}
    </p>
  );
}

function tabsOf(props: Parameters<typeof RequestDetails>[0]): readonly Tab[] {
  const { result, around, bodyForm, actions } = props;
  const { exchange, expectations, extractions, substitutions } = result;
  const response = exchange?.response;
  return [
    {
      title: 'Body',
      content: () => (
        <BodyPane
          body={response?.body}
          notes={response?.notes ?? []}
          form={bodyForm}
          onForm={actions.onBodyForm}
          onOpen={actions.onOpenBody}
          onPick={(steps) => actions.onPick({ from: 'body', steps })}
        />
      ),
    },
    {
      title: 'Headers',
      count: response?.headers.length ?? 0,
      content: () => (
        <HeaderTable
          label="Response headers"
          headers={response?.headers ?? []}
          onPick={(line) => actions.onPick(pickedHeader(line))}
        />
      ),
    },
    {
      title: 'Expectations',
      count: expectations.length,
      content: () => <ExpectationTable expectations={expectations} />,
    },
    {
      title: 'Variables',
      count: extractions.length + substitutions.length,
      content: () => <Variables result={result} />,
    },
    { title: 'Request', content: () => <SentRequest exchange={exchange} bodyForm={bodyForm} /> },
    { title: 'Timing', content: () => <TimingTable exchange={exchange} /> },
    ...(around === undefined
      ? []
      : [{ title: 'History', content: () => <HistoryPane past={around.past} /> }]),
  ];
}

function Variables({ result: { extractions, substitutions } }: { readonly result: RequestResult }) {
  return (
    <>
      <h3>Extracted from the response</h3>
      <ExtractionTable extractions={extractions} />
      <h3>Substituted in the request</h3>
      <SubstitutionTable substitutions={substitutions} />
    </>
  );
}
