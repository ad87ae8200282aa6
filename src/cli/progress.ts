/**
 * What a person sees while chains run: a line per request on the output as soon as it is known, and on a
 * terminal the current activity. Chains that run at the same time do not mix their lines.
 */
import { itemsDone, type ItemsDone } from '../core/result/itemsDone';
import type { PlannedRequest, RunEvent } from '../core/result/result';
import { oneLine } from '../core/shownText';
import { plural } from '../core/words';
import { renderChainTitle, renderRequestLine, type Paint } from '../formats/reporters/consoleReport';

/** Follows one run after the other. */
export interface Progress {
  /** Starts following a run; gets each of its events. */
  begin(): (event: RunEvent) => void;
  /** Takes the line about what is under way off the terminal. */
  end(): void;
}

/** Where progress goes. */
export interface ProgressOutput {
  /** Lines of finished requests; absent when a machine reads the output. */
  readonly line?: (text: string) => void;
  /** The terminal for what is under way; absent when there is none. */
  readonly terminal?: { write(text: string): unknown };
  readonly paint: Paint;
  /** Whether lines of a run wait until it ends, because others run at the same time. */
  readonly together: boolean;
}

const CLEAR_LINE = '\r\u001b[2K';

/** Shows progress on an output. */
export function createProgress({ line, terminal, paint, together }: ProgressOutput): Progress {
  const clear = () => terminal?.write(CLEAR_LINE);
  const print = (text: string): void => {
    if (line !== undefined) {
      clear();
      line(text);
    }
  };
  return {
    begin() {
      const waiting: string[] = [];
      let requests: readonly PlannedRequest[] = [];
      let items: ItemsDone | undefined;
      const show = (text: string): void => {
        if (together) {
          waiting.push(text);
        } else {
          print(text);
        }
      };
      return (event) => {
        switch (event.type) {
          case 'run-started':
            requests = event.requests;
            show(renderChainTitle(event.chain, paint));
            break;
          case 'request-started':
            clear();
            terminal?.write(underWay(event, { requests, items }, paint));
            break;
          case 'part-finished':
            items = itemsDone(event) ?? items;
            break;
          case 'request-finished':
            items = undefined;
            show(renderRequestLine(event.result, paint));
            break;
          case 'run-finished':
            waiting.forEach(print);
            clear();
        }
      };
    },
    end: () => void clear(),
  };
}

function underWay(
  { index, attempt }: Extract<RunEvent, { type: 'request-started' }>,
  {
    requests,
    items,
  }: { readonly requests: readonly PlannedRequest[]; readonly items: ItemsDone | undefined },
  paint: Paint,
): string {
  const { name = '', method = '' } = requests[index] ?? {};
  const again = attempt === 1 ? '' : `, attempt ${attempt}`;
  const done = items === undefined ? '' : `, ${itemsText(items)}`;
  return paint.dim(`  … ${index + 1}/${requests.length} ${oneLine(`${method} ${name}`)}${done}${again}`);
}

function itemsText({ done, of }: ItemsDone): string {
  return of === undefined ? plural(done, 'page') : `${done} of ${of} items`;
}
