/** The run as a whole: its matrix, when and how long, how many of its cells came to what. */
import { humanDuration } from '../../src/core/result/resultViews';
import type { GridFilter } from '../../src/core/authz/report/grid';
import { judgementLabel } from '../../src/core/authz/report/summary';
import type { Judgement } from '../../src/core/authz/model/verdict';
import { plural } from '../../src/core/words';
import { countCells, type AuthzView } from '../../src/protocol/authzView';
import { Button } from '../ui/Button';
import { timeText } from '../ui/timeText';
import type { Colour } from './words';
import './AuthzHeader.css';

/** Headline, counts, filter and actions of a run. */
export function AuthzHeader(props: {
  readonly view: AuthzView;
  readonly filter: GridFilter;
  readonly onFilter: (filter: GridFilter) => void;
  readonly onRunAll: () => void;
  readonly onCancel: () => void;
  readonly onShare: () => void;
  readonly onNotify: () => void;
}) {
  const { view, filter, onFilter, onRunAll, onCancel, onShare, onNotify } = props;
  return (
    <header class="authz-header">
      <div class="authz-title">
        <h1>{view.matrix.name}</h1>
        <p class="quiet">{facts(view).join(' · ')}</p>
      </div>
      {view.outcome === 'running' ? (
        <Button quiet onPress={onCancel}>
          Cancel
        </Button>
      ) : (
        <span class="authz-actions">
          <button type="button" class="link" onClick={onShare}>
            Share…
          </button>
          <button type="button" class="link" onClick={onNotify}>
            Notify…
          </button>
          <Button onPress={onRunAll}>Run All</Button>
        </span>
      )}
      <div class="authz-summary">
        <Counts view={view} />
        <Filters filter={filter} onFilter={onFilter} />
      </div>
      {view.notes.length > 0 && <Notes notes={view.notes} />}
    </header>
  );
}

const JUDGEMENTS: readonly (readonly [Judgement, Colour])[] = [
  ['flaw', 'bad'],
  ['inconclusive', 'doubtful'],
  ['denied', 'plain'],
  ['pass', 'good'],
  ['open', 'quiet'],
];

function Counts({ view }: { readonly view: AuthzView }) {
  const counts = countCells(view.cells);
  const judged = JUDGEMENTS.map(
    ([judgement, colour]) =>
      [counts[judgement], judgementLabel(judgement, counts[judgement]), colour] as const,
  );
  const shown = [...judged, [counts.waiting, 'to go', 'quiet'] as const];
  return (
    <p class="authz-counts" role="status">
      {shown
        .filter(([count]) => count > 0)
        .map(([count, words, colour]) => (
          <span key={words}>
            <b class={colour}>{count}</b> {words}{' '}
          </span>
        ))}
      {view.since !== undefined && (
        <span class="quiet">
          {view.since.flaws} new since {timeText(view.since.startedAt)}
        </span>
      )}
      {view.message !== undefined && <span class="quiet">{view.message}</span>}
    </p>
  );
}

const FILTERS: readonly (readonly [GridFilter, string])[] = [
  ['all', 'All'],
  ['flaws', 'Flaws'],
  ['inconclusive', 'Inconclusive'],
  ['not-passed', 'Not passed'],
];

function Filters(props: { readonly filter: GridFilter; readonly onFilter: (filter: GridFilter) => void }) {
  return (
    <div class="authz-filters" role="group" aria-label="Rows to show">
      {FILTERS.map(([filter, words]) => (
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
    return <p class="authz-notes quiet">{first}</p>;
  }
  return (
    <details class="authz-notes quiet" data-place="notes">
      <summary>{notes.length} notes</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}

function facts({ environment, startedAt, durationMs, outcome, sent }: AuthzView): readonly string[] {
  const ended = {
    running: 'running',
    cancelled: `cancelled after ${humanDuration(durationMs)}`,
    finished: humanDuration(durationMs),
  };
  return [
    ...(environment === undefined ? [] : [environment]),
    timeText(startedAt),
    ended[outcome],
    ...(sent === undefined ? [] : [plural(sent, 'request')]),
  ];
}
