/** The run as a whole: its chain, when and how long, how many of its requests ended how. */
import { humanDuration } from '../../src/core/resultViews';
import { countRows } from '../../src/protocol/runView';
import type { RunView } from '../../src/protocol/runView';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import './RunHeader.css';

/** Headline, counts and the run's main action. */
export function RunHeader(props: {
  readonly view: RunView;
  readonly onRunAll: () => void;
  readonly onCancel: () => void;
}) {
  const { view, onRunAll, onCancel } = props;
  const isRunning = view.outcome === 'running';
  return (
    <header class="run-header">
      <div class="run-title">
        <h1>{view.chain.name}</h1>
        <p class="quiet">{facts(view).join(' · ')}</p>
      </div>
      <Counts view={view} />
      {isRunning ? (
        <Button quiet onPress={onCancel}>
          Cancel
        </Button>
      ) : (
        <Button onPress={onRunAll}>Run All</Button>
      )}
      {view.notes.map((note) => (
        <p class="run-note doubtful" key={note}>
          <Icon name="warning" /> {note}
        </p>
      ))}
    </header>
  );
}

function Counts({ view }: { readonly view: RunView }) {
  const { passed, failed, blocked, skipped, open } = countRows(view.requests);
  const counts = [
    { count: failed, word: 'failed', colour: 'bad' },
    { count: blocked, word: 'blocked', colour: 'doubtful' },
    { count: passed, word: 'passed', colour: 'good' },
    { count: skipped, word: 'skipped', colour: 'quiet' },
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

function facts({ environment, startedAt, durationMs, outcome }: RunView): readonly string[] {
  const ended = {
    running: 'running',
    cancelled: `cancelled after ${humanDuration(durationMs)}`,
    passed: humanDuration(durationMs),
    failed: humanDuration(durationMs),
  };
  const time = new Date(startedAt).toLocaleTimeString();
  return [...(environment === undefined ? [] : [environment]), time, ended[outcome]];
}
