/** The run as a whole: its chain, when and how long, how many of its requests ended how. */
import { humanDuration } from '../../src/core/result/resultViews';
import { countRows, type RunView } from '../../src/protocol/runView';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { timeText } from '../ui/timeText';
import { engineText, t, tRich } from '../ui/l10n';
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
          <Icon name="warning" /> {engineText(note)}
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
        {t('Log')}
      </button>
      {isOver && (
        <button type="button" class="link" onClick={actions.onShare}>
          {t('Share…')}
        </button>
      )}
      {isOver && view.recorded !== true && (
        <button type="button" class="link" onClick={actions.onNotify}>
          {t('Notify…')}
        </button>
      )}
    </span>
  );
}

function RunButtons({ view, actions }: { readonly view: RunView; readonly actions: RunActions }) {
  if (view.outcome === 'running') {
    return (
      <Button quiet onPress={actions.onCancel}>
        {t('Cancel')}
      </Button>
    );
  }
  const { failed, blocked } = countRows(view.requests);
  return (
    <>
      {failed + blocked > 0 && (
        <Button quiet onPress={actions.onRerunFailed}>
          {t('Rerun Failed')}
        </Button>
      )}
      <Button onPress={actions.onRunAll}>{t('Run All')}</Button>
    </>
  );
}

function Counts({ view }: { readonly view: RunView }) {
  const { passed, failed, blocked, skipped, open } = countRows(view.requests);
  const isRecorded = view.recorded === true;
  const counts = [
    { count: failed, colour: 'bad', words: tRich('{0} failed', <b>{failed}</b>) },
    { count: blocked, colour: 'doubtful', words: tRich('{0} blocked', <b>{blocked}</b>) },
    { count: passed, colour: 'good', words: tRich('{0} passed', <b>{passed}</b>) },
    {
      count: skipped,
      colour: 'quiet',
      words: isRecorded ? tRich('{0} recorded', <b>{skipped}</b>) : tRich('{0} skipped', <b>{skipped}</b>),
    },
    { count: open, colour: 'quiet', words: tRich('{0} to go', <b>{open}</b>) },
  ];
  return (
    <p class="run-counts" role="status">
      {counts.map(
        ({ count, colour, words }, at) =>
          count > 0 && (
            <span class={colour} key={at}>
              {words}{' '}
            </span>
          ),
      )}
    </p>
  );
}

function facts({ environment, startedAt, durationMs, outcome, recorded }: RunView): readonly string[] {
  if (recorded === true) {
    // Saved examples have no time, and results of them begin with the epoch.
    return [t('Recorded, not run'), ...(Date.parse(startedAt) === 0 ? [] : [timeText(startedAt)])];
  }
  const ended = {
    running: t('running'),
    cancelled: t('cancelled after {0}', humanDuration(durationMs)),
    passed: humanDuration(durationMs),
    failed: humanDuration(durationMs),
  };
  return [...(environment === undefined ? [] : [environment]), timeText(startedAt), ended[outcome]];
}
