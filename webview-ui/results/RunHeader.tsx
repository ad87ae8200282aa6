/** The run as a whole: its chain, when and how long, how many of its requests ended how. */
import { humanDuration } from '../../src/core/result/resultViews';
import { countRows, type RunView } from '../../src/protocol/runView';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { timeText } from '../ui/timeText';
import './RunHeader.css';

/** What the person can do with a run as a whole. */
export interface RunActions {
  readonly onRunAll: () => void;
  readonly onRerunFailed: () => void;
  readonly onCancel: () => void;
  readonly onOpenLog: () => void;
  readonly onShare: () => void;
  readonly onNotify: () => void;
}

/** Headline, counts and actions of a run. */
export function RunHeader({ view, actions }: { readonly view: RunView; readonly actions: RunActions }) {
  return (
    <header class="run-header">
      <div class="run-title">
        <h1>{view.chain.name}</h1>
        <p class="quiet">{facts(view).join(' · ')}</p>
      </div>
      <div class="run-buttons">
        <RunButtons view={view} actions={actions} />
      </div>
      <div class="run-summary">
        <Counts view={view} />
        <RunLinks view={view} actions={actions} />
      </div>
      {view.notes.map((note) => (
        <p class="run-note doubtful" key={note}>
          <Icon name="warning" /> {note}
        </p>
      ))}
    </header>
  );
}

function RunLinks({ view, actions }: { readonly view: RunView; readonly actions: RunActions }) {
  const isOver = view.outcome !== 'running';
  return (
    <span class="run-links">
      <button type="button" class="link" onClick={actions.onOpenLog}>
        Log
      </button>
      {isOver && (
        <button type="button" class="link" onClick={actions.onShare}>
          Share…
        </button>
      )}
      {isOver && view.recorded !== true && (
        <button type="button" class="link" onClick={actions.onNotify}>
          Notify…
        </button>
      )}
    </span>
  );
}

function RunButtons({ view, actions }: { readonly view: RunView; readonly actions: RunActions }) {
  if (view.outcome === 'running') {
    return (
      <Button quiet onPress={actions.onCancel}>
        Cancel
      </Button>
    );
  }
  const { failed, blocked } = countRows(view.requests);
  return (
    <>
      {failed + blocked > 0 && (
        <Button quiet onPress={actions.onRerunFailed}>
          Rerun Failed
        </Button>
      )}
      <Button onPress={actions.onRunAll}>Run All</Button>
    </>
  );
}

function Counts({ view }: { readonly view: RunView }) {
  const { passed, failed, blocked, skipped, open } = countRows(view.requests);
  const counts = [
    { count: failed, word: 'failed', colour: 'bad' },
    { count: blocked, word: 'blocked', colour: 'doubtful' },
    { count: passed, word: 'passed', colour: 'good' },
    { count: skipped, word: view.recorded === true ? 'recorded' : 'skipped', colour: 'quiet' },
    { count: open, word: 'to go', colour: 'quiet' },
  ].filter(({ count }) => count > 0);
  return (
    <p class="run-counts" role="status">
      {counts.map(({ count, word, colour }) => (
        <span class={colour} key={word}>
          <b>{count}</b> {word}{' '}
        </span>
      ))}
    </p>
  );
}

function facts({ environment, startedAt, durationMs, outcome, recorded }: RunView): readonly string[] {
  if (recorded === true) {
    // Saved examples have no time, and results of them begin with the epoch.
    return ['Recorded, not run', ...(Date.parse(startedAt) === 0 ? [] : [timeText(startedAt)])];
  }
  const ended = {
    running: 'running',
    cancelled: `cancelled after ${humanDuration(durationMs)}`,
    passed: humanDuration(durationMs),
    failed: humanDuration(durationMs),
  };
  return [...(environment === undefined ? [] : [environment]), timeText(startedAt), ended[outcome]];
}
