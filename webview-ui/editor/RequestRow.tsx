/** A request in the list: how it ended, its method and name, and what it lacks. */
import { Component } from 'preact';
import type { FormRow } from '../../src/protocol/formView';
import { Icon } from '../ui/Icon';
import { MethodName } from '../ui/MethodName';
import { rowLook } from './requestRowLook';

/** What a row shows. */
export interface RequestRowProps {
  readonly row: FormRow;
  readonly index: number;
  readonly isPicked: boolean;
  readonly isFocus: boolean;
  /** The position of a drag's insertion mark at this row. */
  readonly mark: 'above' | 'below' | undefined;
}

/** One row; left alone while nothing about it changes, because a chain may have thousands. */
export class RequestRow extends Component<RequestRowProps> {
  override shouldComponentUpdate(next: RequestRowProps): boolean {
    const { row, index, isPicked, isFocus, mark } = this.props;
    return (
      next.row !== row ||
      next.index !== index ||
      next.isPicked !== isPicked ||
      next.isFocus !== isFocus ||
      next.mark !== mark
    );
  }

  render({ row, index, isPicked, isFocus, mark }: RequestRowProps) {
    const { icon, colour, word, isRunning, figures, reason } = rowLook(row);
    return (
      <li
        class={`row${row.disabled ? ' disabled' : ''}${mark === undefined ? '' : ` drop-${mark}`}`}
        role="option"
        id={rowId(index)}
        data-index={index}
        aria-selected={isPicked}
        tabIndex={isFocus ? 0 : -1}
        draggable
      >
        <span class={`row-icon ${colour}`} title={word}>
          <Icon name={icon} spin={isRunning} />
          <span class="spoken">{word}</span>
        </span>
        <MethodName method={row.method} />
        <span class="row-name">
          {row.name === '' ? row.id : row.name}
          {row.chain !== undefined && <span class="quiet row-chain"> {row.chain}</span>}
        </span>
        <span class={`row-figures ${colour === 'good' ? 'quiet' : colour}`}>{figures}</span>
        {reason !== undefined && <span class="row-reason quiet">{reason}</span>}
      </li>
    );
  }
}

/** The element of a row. */
export function rowId(index: number): string {
  return `row-${index}`;
}
