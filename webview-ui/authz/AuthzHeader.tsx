/** The run as a whole: its matrix, when and how long, how many of its cells came to what. */
import type { ComponentChild } from 'preact';
import { humanDuration } from '../../src/core/result/resultViews';
import type { Coverage } from '../../src/core/authz/report/coverage';
import type { GridFilter } from '../../src/core/authz/report/grid';
import type { Judgement } from '../../src/core/authz/model/verdict';
import { countCells, type AuthzView } from '../../src/protocol/authzView';
import { Button } from '../ui/Button';
import { engineText, t, tRich } from '../ui/l10n';
import { requestsText } from '../ui/requestsText';
import { timeText } from '../ui/timeText';
import { CoverageNote } from './CoverageNote';
import { ObstacleList, type ObstacleActions } from './ObstacleList';
import type { Colour } from './words';
import './AuthzHeader.css';

/** Headline, counts, filter and actions of a run. */
export function AuthzHeader(props: {
  readonly view: AuthzView;
  /** Absent until it is known. */
  readonly coverage: Coverage | null | undefined;
  readonly filter: GridFilter;
  readonly onFilter: (filter: GridFilter) => void;
  readonly onRunAll: () => void;
  readonly onCancel: () => void;
  readonly onShare: () => void;
  readonly onNotify: () => void;
  readonly onChooseDescription: () => void;
  readonly obstacleActions: ObstacleActions;
}) {
  const { view, coverage, filter, onFilter, onRunAll, onCancel, onShare, onNotify, obstacleActions } = props;
  return (
    <header class="authz-header">
      <h1>{view.matrix.name}</h1>
      {view.outcome === 'running' ? (
        <Button quiet onPress={onCancel}>
          {t('Cancel')}
        </Button>
      ) : (
        <span class="authz-actions">
          <button type="button" class="link" onClick={onShare}>
            {t('Share…')}
          </button>
          <button type="button" class="link" onClick={onNotify}>
            {t('Notify…')}
          </button>
          <Button onPress={onRunAll}>{t('Run All')}</Button>
        </span>
      )}
      <p class="authz-facts quiet">{facts(view).join(' · ')}</p>
      <div class="authz-summary">
        <Counts view={view} />
        <Filters filter={filter} onFilter={onFilter} />
      </div>
      <ObstacleList obstacles={view.obstacles} actions={obstacleActions} />
      {coverage !== undefined && <CoverageNote coverage={coverage} onChoose={props.onChooseDescription} />}
      {view.notes.length > 0 && <Notes notes={view.notes} />}
    </header>
  );
}

const COUNTS: readonly (readonly [Judgement | 'waiting', Colour])[] = [
  ['flaw', 'bad'],
  ['restricted', 'bad'],
  ['inconclusive', 'doubtful'],
  ['denied', 'plain'],
  ['pass', 'good'],
  ['open', 'quiet'],
  ['waiting', 'quiet'],
];

function Counts({ view }: { readonly view: AuthzView }) {
  const counts = countCells(view.cells);
  return (
    <p class="authz-counts" role="status">
      {COUNTS.filter(([counted]) => counts[counted] > 0).map(([counted, colour]) => (
        <span key={counted}>
          {countText(counted, counts[counted], <b class={colour}>{counts[counted]}</b>)}{' '}
        </span>
      ))}
      {view.since !== undefined && (
        <span class="quiet">{t('{0} new since {1}', view.since.flaws, timeText(view.since.startedAt))}</span>
      )}
      {view.message !== undefined && <span class="quiet">{engineText(view.message)}</span>}
    </p>
  );
}

/** How many cells came to what; `shown` is the number. */
function countText(counted: Judgement | 'waiting', count: number, shown: ComponentChild) {
  switch (counted) {
    case 'pass':
      return tRich('{0} passed', shown);
    case 'flaw':
      return count === 1 ? tRich('{0} flaw', shown) : tRich('{0} flaws', shown);
    case 'restricted':
      return tRich('{0} granted but refused', shown);
    case 'denied':
      return tRich('{0} denied with another code', shown);
    case 'inconclusive':
      return tRich('{0} inconclusive', shown);
    case 'open':
      return tRich('{0} not tested or waived', shown);
    case 'waiting':
      return tRich('{0} to go', shown);
  }
}

function Filters(props: { readonly filter: GridFilter; readonly onFilter: (filter: GridFilter) => void }) {
  const filters: readonly (readonly [GridFilter, string])[] = [
    ['all', t('All')],
    ['flaws', t('Flaws')],
    ['inconclusive', t('Inconclusive')],
    ['not-passed', t('Not passed')],
  ];
  return (
    <div class="authz-filters" role="group" aria-label={t('Rows to show')}>
      {filters.map(([filter, words]) => (
        <button
          type="button"
          key={filter}
          class="authz-filter"
          aria-pressed={filter === props.filter}
          onClick={() => props.onFilter(filter)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

/** One is read at once; several wait until somebody wants them, so that the grid stays in view. */
function Notes({ notes }: { readonly notes: readonly string[] }) {
  const [first] = notes;
  if (notes.length === 1) {
    return <p class="authz-notes quiet">{first === undefined ? '' : engineText(first)}</p>;
  }
  return (
    <details class="authz-notes quiet" data-place="notes">
      <summary>{t('{0} notes', notes.length)}</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{engineText(note)}</li>
        ))}
      </ul>
    </details>
  );
}

function facts({ environment, startedAt, durationMs, outcome, sent }: AuthzView): readonly string[] {
  const ended = {
    running: t('running'),
    cancelled: t('cancelled after {0}', humanDuration(durationMs)),
    finished: humanDuration(durationMs),
  };
  return [
    ...(environment === undefined ? [] : [environment]),
    timeText(startedAt),
    ended[outcome],
    ...(sent === undefined ? [] : [requestsText(sent)]),
  ];
}
