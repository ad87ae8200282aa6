/**
 * The requests of a run, a line each, with when they were on their way; one that did not pass says why. What ran for rows of
 * data is a matrix below them.
 */
import { Component } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CALL } from '../../src/core/files/chainShape';
import { humanDuration } from '../../src/core/result/resultViews';
import { rowTable } from '../../src/core/result/rowTable';
import type { RequestRow, RunView } from '../../src/protocol/runView';
import { Icon } from '../ui/Icon';
import { MethodName } from '../ui/MethodName';
import { moveBetweenLines } from '../ui/lineKeys';
import { useGrowingCount } from '../ui/useGrowingCount';
import { engineText, t } from '../ui/l10n';
import { RowMatrix } from './RowMatrix';
import { SpanBar } from './SpanBar';
import { itemsText, outcomeLook, progressLook } from './outcomeLook';
import { runLength, spanOf } from './waterfall';
import './ResultLine.css';
import './RequestList.css';

interface ListProps {
  readonly view: RunView;
  readonly selected: number | undefined;
  readonly onChoose: (index: number) => void;
}

/** The list, and the rows of data. */
export function RunRequests({ view, selected, onChoose }: ListProps) {
  if (view.data === undefined) {
    return <RequestList view={view} selected={selected} onChoose={onChoose} />;
  }
  const { shared, rows } = rowTable(view.requests, ({ planned }) => planned.row);
  const before = { ...view, requests: view.requests.slice(0, shared) };
  return (
    <div class="request-rows">
      {shared > 0 && <RequestList view={before} selected={selected} onChoose={onChoose} />}
      <RowMatrix rows={rows} selected={selected} onChoose={onChoose} />
    </div>
  );
}

/** The list; arrow keys go through it. */
function RequestList({ view, selected, onChoose }: ListProps) {
  const { requests: rows, chain, startedAt } = view;
  const shown = useGrowingCount(rows.length);
  // During a run its length changes with every request, and with it every bar.
  const length = view.outcome === 'running' ? 0 : runLength(view);
  const list = useRef<HTMLOListElement>(null);
  const isListed = selected !== undefined && selected < shown;
  // A person who watches a run scrolls the list on their own.
  const wanted = view.outcome !== 'running' && isListed ? selected : undefined;
  useEffect(() => bringIntoSight(list.current, wanted), [wanted]);
  return (
    <ol
      ref={list}
      class="request-list"
      aria-label={t('Requests')}
      onKeyDown={(event) => moveBetweenLines(event)?.click()}
    >
      {rows.slice(0, shown).map((row, index) => (
        <li key={index}>
          <RequestLine
            row={row}
            index={index}
            isForeign={row.planned.request.chain !== chain.file}
            startedAt={startedAt}
            length={length}
            isSelected={index === selected}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ol>
  );
}

/** Scrolls a list, and nothing around it, until a line that is out of sight is in the middle. */
function bringIntoSight(list: HTMLOListElement | null, index: number | undefined): void {
  const line = index === undefined ? undefined : list?.children[index];
  if (list === null || line === undefined) {
    return;
  }
  const frame = list.getBoundingClientRect();
  const { top, bottom } = line.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) {
    list.scrollTop += (top + bottom - frame.top - frame.bottom) / 2;
  }
}

interface LineProps {
  readonly row: RequestRow;
  readonly index: number;
  readonly isForeign: boolean;
  /** When the run began, ISO 8601. */
  readonly startedAt: string;
  /** Milliseconds of a whole bar; 0 while there are no bars. */
  readonly length: number;
  readonly isSelected: boolean;
  readonly onChoose: (index: number) => void;
}

/** One line; left alone while nothing about it changes, because a list may have thousands. */
class RequestLine extends Component<LineProps> {
  override shouldComponentUpdate(next: LineProps): boolean {
    const { row, isSelected, length } = this.props;
    return next.row !== row || next.isSelected !== isSelected || next.length !== length;
  }

  render({ row, index, isForeign, startedAt, length, isSelected, onChoose }: LineProps) {
    const { planned, progress } = row;
    const { icon, colour, word } = progressLook(progress);
    const span = spanOf(row, startedAt, length);
    const summary = progress.state === 'finished' ? progress.summary : undefined;
    return (
      <button
        type="button"
        class="result-line request-line"
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onChoose(index)}
      >
        <span class={colour}>
          <Icon name={icon} spin={progress.state === 'running'} />
          <span class="spoken">{word}</span>
        </span>
        <MethodName method={planned.method} />
        <span class="request-name" title={planned.name}>
          <span class="request-title">{planned.name}</span>
          {isForeign && <span class="quiet">{planned.request.chain}</span>}
        </span>
        <span class={`request-figures ${colour === 'good' ? 'quiet' : colour}`}>{figures(row)}</span>
        {summary?.reason !== undefined && (
          <span class="request-reason quiet">{engineText(summary.reason)}</span>
        )}
        {span !== undefined && (
          <span class={`request-span ${colour}`}>
            <SpanBar span={span} />
          </span>
        )}
      </button>
    );
  }
}

/** Status and time of an answer, else the outcome; of a running request how far it got. */
function figures({ planned, progress }: RequestRow): string {
  if (progress.state !== 'finished') {
    const { attempt = 1 } = progress.state === 'running' ? progress : {};
    return [itemsText(progress), attempt > 1 ? t('attempt {0}', attempt) : '']
      .filter((text) => text !== '')
      .join(' · ');
  }
  const { status, startedAt, durationMs, outcome } = progress.summary;
  const { word } = outcomeLook(outcome);
  if (planned.method === CALL && startedAt !== undefined) {
    return `${word} · ${humanDuration(durationMs)}`;
  }
  return status === undefined ? word : `${status} · ${humanDuration(durationMs)}`;
}
