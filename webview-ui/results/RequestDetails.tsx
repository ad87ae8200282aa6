/** One request: how it ended and why, its answer, and where its values came from and went. */
import type { CauseStep } from '../../src/core/run/causePath';
import type { ResponsePart } from '../../src/core/extraction/responsePart';
import { CALL } from '../../src/core/files/chainShape';
import type { RequestResult } from '../../src/core/result/result';
import { savedExamples, withExample } from '../../src/core/result/savedExamples';
import { humanDuration, humanSize, isRecorded, statusText, timeOf } from '../../src/core/result/resultViews';
import { Tabs, type Tab } from '../ui/Tabs';
import { BodyPane } from './BodyPane';
import { CausePath } from './CausePath';
import { CookieTables, cookiesOf } from './CookieTables';
import {
  HISTORY_TAB,
  VARIABLES_TAB,
  shownExample,
  shownResponse,
  type DetailsAction,
  type DetailsLook,
} from './detailsLook';
import { ExampleChoice, PartChoice } from './ExampleChoice';
import { PartList } from './PartList';
import { HistoryPane } from './HistoryPane';
import { HeaderTable } from '../ui/HeaderTable';
import { Icon } from '../ui/Icon';
import { IssueLinks } from '../ui/IssueLinks';
import { MethodName } from '../ui/MethodName';
import { t } from '../ui/l10n';
import { Reasons, type ReasonActions } from './Reasons';
import { SentRequest } from './SentRequest';
import { TimingTable } from './TimingTable';
import { ExpectationTable, ExtractionTable, SubstitutionTable } from './ValueTables';
import { pickedHeader } from './pickedHeader';
import { outcomeLook } from './outcomeLook';
import { isTrouble, type AskedPast } from './resultsState';
import { resultName } from './treeLook';
import type { AskTree } from './treeQuestions';
import './RequestDetails.css';

/** What the person can do in the details. */
export interface DetailActions extends ReasonActions {
  /** The person looks at something else, or chose a part of the response to keep as a variable. */
  readonly onLook: (action: DetailsAction) => void;
  readonly onOpenBody: () => void;
  /** Asks for the tree of a body that is too long for the page. */
  readonly askTree: AskTree;
  readonly onReveal: () => void;
  readonly onRun: () => void;
  readonly onRunFromHere: () => void;
}

/** What is known of a request beyond its own result. */
export interface RequestAround {
  /** How it did before; absent while that is on its way. */
  readonly past: AskedPast | undefined;
  /** The person wants it to be read again. */
  readonly onRecall: () => void;
  /** The facts of its run; absent where the run is not shown. */
  readonly run?: {
    /** The way from a blocked request to the root cause, itself first. */
    readonly causes: readonly CauseStep[];
    /** The person chose another request by its position. */
    readonly onChoose: (index: number) => void;
    /** What the issue about it is called; absent when there is none. */
    readonly issue: string | undefined;
    readonly onRaiseIssue: () => void;
    readonly onOpenIssue: () => void;
    /** Runs the chain and repairs it; absent while it runs. */
    readonly onRepair?: () => void;
  };
}

/** The details of a finished request, and how it did before. */
export function RequestDetails(props: {
  readonly result: RequestResult;
  readonly around: RequestAround;
  readonly look: DetailsLook;
  readonly actions: DetailActions;
}) {
  const { result: whole, around, look, actions } = props;
  const example = shownExample(look, whole);
  const result = withExample(whole, example);
  const choose = (position: number): void => {
    actions.onLook({ type: 'example-chosen', result: whole, position });
  };
  return (
    <article class="request-details" aria-label={result.name}>
      <div class="request-headline">
        <h2 title={`${result.method} ${result.name}`}>
          <MethodName method={result.method} /> {result.name}
          {result.row !== undefined && (
            <span class="quiet">
              {' '}
              {t('row {0}', result.row.number)} {result.row.label}
            </span>
          )}
        </h2>
        <button type="button" class="link" onClick={actions.onReveal}>
          {result.request.chain}
        </button>
      </div>
      <div class="request-actions">
        <Answer result={result} />
        <span class="request-runs">
          <button type="button" class="link" onClick={actions.onRun}>
            {t('Run')}
          </button>
          <button type="button" class="link" onClick={actions.onRunFromHere}>
            {t('Run from here')}
          </button>
          {around.run !== undefined && isTrouble(result) && (
            <>
              <IssueLinks {...around.run} />
              {around.run.onRepair !== undefined && (
                <button type="button" class="link" onClick={around.run.onRepair}>
                  {t('Run and Repair…')}
                </button>
              )}
            </>
          )}
        </span>
      </div>
      <Reasons reasons={isRecorded(result) ? [] : result.reasons} actions={actions}>
        {around.run !== undefined && <CausePath steps={around.run.causes} onChoose={around.run.onChoose} />}
      </Reasons>
      {look.note?.of === resultName(result) && (
        <p class="request-note" role="status">
          <Icon name="info" /> {look.note.text}
        </p>
      )}
      <Choice whole={whole} chosen={example} onChoose={choose} />
      <DetailTabs {...props} result={result} />
    </article>
  );
}

/** Which saved example is shown, which item of a loop, or which request of a chain that is a step. */
function Choice(props: {
  readonly whole: RequestResult;
  readonly chosen: number;
  readonly onChoose: (position: number) => void;
}) {
  const { whole, ...choice } = props;
  const { parts, method } = whole;
  if (parts === undefined) {
    return <ExampleChoice examples={savedExamples(whole)} {...choice} />;
  }
  return method === CALL ? (
    <PartList whole={whole} parts={parts} {...choice} />
  ) : (
    <PartChoice parts={parts} {...choice} />
  );
}

/** The tabs; a chain that is a step has no exchange of its own, and so only some of them. */
function DetailTabs(props: DetailsProps) {
  const { result, look, actions } = props;
  const tabs = tabsOf(props);
  const positions = result.method === CALL ? [VARIABLES_TAB, HISTORY_TAB] : [...tabs.keys()];
  return (
    <Tabs
      tabs={positions.flatMap((position) => tabs[position] ?? [])}
      selected={Math.max(0, positions.indexOf(look.tab))}
      onSelect={(tab) => actions.onLook({ type: 'tab-selected', tab: positions[tab] ?? 0 })}
    />
  );
}

/** Status, time and size; only the outcome when there was no answer. */
function Answer({ result }: { readonly result: RequestResult }) {
  const { colour, word } = outcomeLook(result.outcome);
  const response = result.exchange?.response;
  if (result.method === CALL) {
    return (
      <p class="answer">
        <b class={colour}>{word}</b>
        <span class="quiet">{timeOf(result)}</span>
      </p>
    );
  }
  if (response === undefined) {
    return <p class={`answer ${colour}`}>{isRecorded(result) ? t('recorded without an answer') : word}</p>;
  }
  return (
    <p class="answer">
      <b class={colour}>{statusText(response)}</b>
      {isRecorded(result) && <span>{t('Recorded, not run')}</span>}
      {isMeasured(result) && <span class="quiet">{humanDuration(result.durationMs)}</span>}
      <span class="quiet">{humanSize(response.body.size)}</span>
      {result.attempts > 1 && <span class="quiet">{t('{0} attempts', result.attempts)}</span>}
    </p>
  );
}

/** Saved examples say no time. */
function isMeasured(result: RequestResult): boolean {
  return !isRecorded(result) || result.durationMs > 0;
}

type DetailsProps = Parameters<typeof RequestDetails>[0];

function tabsOf(props: DetailsProps): readonly Tab[] {
  const { result, around, look } = props;
  const { exchange, expectations, extractions, substitutions } = result;
  return [
    ...answerTabs(props),
    {
      title: t('Expectations'),
      count: expectations.length,
      content: () => <ExpectationTable expectations={expectations} />,
    },
    {
      title: t('Variables'),
      count: extractions.length + substitutions.length,
      content: () => <Variables result={result} />,
    },
    { title: t('Request'), content: () => <SentRequest exchange={exchange} bodyForm={look.bodyForm} /> },
    { title: t('Timing'), content: () => <TimingTable exchange={exchange} /> },
    { title: t('History'), content: () => <HistoryPane past={around.past} onRecall={around.onRecall} /> },
  ];
}

/** The parts of the answer, whose values can be chosen. */
function answerTabs({ result, look, actions }: DetailsProps): readonly Tab[] {
  const { exchange } = result;
  const { body, notes = [], headers = [] } = exchange?.response ?? {};
  const { onLook, onOpenBody } = actions;
  const pick = (part: ResponsePart): void => onLook({ type: 'part-picked', result, part });
  const cookies = cookiesOf(exchange);
  return [
    {
      title: t('Body'),
      content: () => (
        <BodyPane
          body={body}
          notes={notes}
          form={look.bodyForm}
          onForm={(form) => onLook({ type: 'body-form-selected', form })}
          onOpen={onOpenBody}
          tree={{
            name: shownResponse(look, result),
            ask: actions.askTree,
            look: look.trees.get(shownResponse(look, result)),
            onLook: (tree) => onLook({ type: 'tree-looked-at', result, look: tree }),
            onPick: (steps) => pick({ from: 'body', steps }),
          }}
        />
      ),
    },
    {
      title: t('Headers'),
      count: headers.length,
      content: () => (
        <HeaderTable
          label={t('Response headers')}
          headers={headers}
          onPick={(line) => pick(pickedHeader(line))}
        />
      ),
    },
    {
      title: t('Cookies'),
      count: cookies.set.length + cookies.onTheWay.length + cookies.sent.length,
      content: () => <CookieTables cookies={cookies} onPick={(name) => pick({ from: 'cookie', name })} />,
    },
  ];
}

function Variables({ result }: { readonly result: RequestResult }) {
  const { extractions, substitutions } = result;
  const isCall = result.method === CALL;
  return (
    <>
      <h3>{isCall ? t('Taken from the chain') : t('Extracted from the response')}</h3>
      <ExtractionTable
        extractions={extractions}
        empty={isCall ? t('Nothing was taken from it.') : t('This request extracts nothing.')}
      />
      <h3>{isCall ? t('Substituted in what the chain is given') : t('Substituted in the request')}</h3>
      <SubstitutionTable
        substitutions={substitutions}
        empty={isCall ? t('It was given no variable.') : t('This request refers to no variable.')}
      />
    </>
  );
}
