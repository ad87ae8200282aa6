/** The past of a request: what is different since it was last good, and how long it took each time. */
import type { AnswerChange, VolatileChange } from '../../src/core/compare/compareAnswers';
import type { PastPoint, RequestPast } from '../../src/core/compare/requestPast';
import { humanDuration } from '../../src/core/result/resultViews';
import { DataTable } from '../ui/DataTable';
import { timeText } from '../ui/timeText';
import { t } from '../ui/l10n';
import { PastPlot } from './PastPlot';
import { changeName, volatilityWords } from './changeWords';
import { outcomeLook } from './outcomeLook';
import type { AskedPast } from './resultsState';
import './HistoryPane.css';

/** The past; says so while it is read, and why it could not be. */
export function HistoryPane(props: {
  readonly past: AskedPast | undefined;
  /** The person wants it to be read again. */
  readonly onRecall: () => void;
}) {
  const { past, onRecall } = props;
  if (past === undefined) {
    return <p class="quiet">{t('Reading earlier results…')}</p>;
  }
  if ('problem' in past) {
    return (
      <p role="alert">
        {t('Earlier results could not be read.')} {past.problem}{' '}
        <button type="button" class="link" onClick={onRecall}>
          {t('Try again')}
        </button>
      </p>
    );
  }
  return (
    <>
      <LastGood past={past} />
      <h3>{t('Every time it was sent')}</h3>
      <PastPlot points={past.points} />
      <DataTable
        label={t('Every time it was sent')}
        columns={[t('When'), t('Answer'), t('Time')]}
        rows={past.points.toReversed().map(pointCells)}
        empty={t('It was never sent, as far as results were kept.')}
      />
    </>
  );
}

function LastGood({ past: { lastGood } }: { readonly past: RequestPast }) {
  if (lastGood === undefined) {
    return (
      <>
        <h3>{t('Since it was last good')}</h3>
        <p class="quiet">{t('No earlier response passed, so there is nothing to compare with.')}</p>
      </>
    );
  }
  const { startedAt, comparison } = lastGood;
  const { changes, volatile, notes } = comparison;
  return (
    <>
      <h3>{t('Since it was last good, {0}', timeText(startedAt))}</h3>
      <DataTable
        label={t('What changed')}
        columns={[t('Where'), t('Before'), t('Now')]}
        rows={changes.map(changeCells)}
        empty={t('Nothing changed.')}
      />
      {notes.map((note) => (
        <p class="quiet" key={note}>
          {note}
        </p>
      ))}
      {volatile.length > 0 && (
        <details class="volatile" data-place="volatile">
          <summary>{t('{0} more that differ at every answer', volatile.length)}</summary>
          <DataTable
            label={t('What differs at every answer')}
            columns={[t('Where'), t('Before'), t('Now'), t('Kind')]}
            rows={volatile.map((change: VolatileChange) => [
              ...changeCells(change),
              volatilityWords(change.why),
            ])}
            empty=""
          />
        </details>
      )}
    </>
  );
}

function changeCells(change: AnswerChange) {
  const { before, after } = change;
  return [
    changeName(change),
    before === undefined ? <span class="quiet">{t('nothing')}</span> : <code class="quiet">{before}</code>,
    after === undefined ? <span class="quiet">{t('nothing')}</span> : <code>{after}</code>,
  ];
}

function pointCells({ startedAt, durationMs, outcome, status, isShown }: PastPoint) {
  const { colour, word } = outcomeLook(outcome);
  return [
    <>
      {timeText(startedAt)}
      {isShown && <b> {t('(this one)')}</b>}
    </>,
    <span class={colour}>{status === undefined ? word : `${status} · ${word}`}</span>,
    humanDuration(durationMs),
  ];
}
