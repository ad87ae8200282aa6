/** The requests of a run, a line each; one that did not pass says why. */
import { Component } from 'preact';
import { humanDuration } from '../../src/core/resultViews';
import type { RequestRow } from '../../src/protocol/runView';
import { Icon } from '../ui/Icon';
import { MethodName } from '../ui/MethodName';
import { useGrowingCount } from '../ui/useGrowingCount';
import { progressLook } from './outcomeLook';
import './RequestList.css';

/** The list; arrow keys go through it. */
export function RequestList(props: {
  readonly rows: readonly RequestRow[];
  readonly mainChain: string;
  readonly selected: number | undefined;
  readonly onChoose: (index: number) => void;
}) {
  const { rows, mainChain, selected, onChoose } = props;
  const shown = useGrowingCount(rows.length);
  return (
    <ol class="request-list" aria-label="Requests" onKeyDown={moveFocus}>
      {rows.slice(0, shown).map((row, index) => (
        <li key={index}>
          <RequestLine
            row={row}
            index={index}
            isForeign={row.planned.request.chain !== mainChain}
            isSelected={index === selected}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ol>
  );
}

interface LineProps {
  readonly row: RequestRow;
  readonly index: number;
  readonly isForeign: boolean;
  readonly isSelected: boolean;
  readonly onChoose: (index: number) => void;
}

/** One line; left alone while nothing about it changes, for a list may have thousands. */
class RequestLine extends Component<LineProps> {
  override shouldComponentUpdate(next: LineProps): boolean {
    return next.row !== this.props.row || next.isSelected !== this.props.isSelected;
  }

  render({ row, index, isForeign, isSelected, onChoose }: LineProps) {
    const { planned, progress } = row;
    const { icon, colour, word } = progressLook(progress);
    const summary = progress.state === 'finished' ? progress.summary : undefined;
    return (
      <button
        type="button"
        class="request-line"
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onChoose(index)}
      >
        <span class={colour}>
          <Icon name={icon} spin={progress.state === 'running'} />
          <span class="spoken">{word}</span>
        </span>
        <MethodName method={planned.method} />
        <span class="request-name">
          {planned.name}
          {isForeign && <span class="quiet"> {planned.request.chain}</span>}
        </span>
        <span class={`request-figures ${colour === 'good' ? 'quiet' : colour}`}>{figures(row)}</span>
        {summary?.reason !== undefined && <span class="request-reason quiet">{summary.reason}</span>}
      </button>
    );
  }
}

/** Status and time of an answer, else the outcome. */
function figures({ progress }: RequestRow): string {
  if (progress.state !== 'finished') {
    return progress.state === 'running' && progress.attempt > 1 ? `attempt ${progress.attempt}` : '';
  }
  const { status, durationMs, outcome } = progress.summary;
  return status === undefined ? outcome : `${status} · ${humanDuration(durationMs)}`;
}

function moveFocus(event: KeyboardEvent): void {
  const line = event.target instanceof Element ? event.target.closest('li') : null;
  const next =
    event.key === 'ArrowDown'
      ? line?.nextElementSibling
      : event.key === 'ArrowUp'
        ? line?.previousElementSibling
        : undefined;
  const button = next?.querySelector('button');
  if (button) {
    event.preventDefault();
    button.focus();
    button.click();
  }
}
