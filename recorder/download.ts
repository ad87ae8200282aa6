/**
 * The download: the chosen calls of a recording as the text of a HAR file, in the order in which they were
 * sent. Calls are read and written one at a time, so that a large recording is never held as one text.
 */
import type { Call } from './call';
import { exchangesOf, type Exchange } from './exchange';
import { harEntry, harFrame, harPages, type KeptBody } from './har';
import { createMask, type Masking } from './masking';
import { isSelected, type Selectable, type Selection } from './selection';

/** What is downloaded, and how. */
export interface DownloadOrder {
  readonly calls: readonly Call[];
  /** The kept body of a call, by its `order`. */
  readonly readBody: (call: number) => Promise<KeptBody | undefined>;
  readonly selection: Selection;
  readonly masking: Masking;
  /** What the recording lacks, a sentence each. */
  readonly problems: readonly string[];
  /** Version of the recorder. */
  readonly version: string;
}

/** Writes a recording as HAR, in pieces. */
export async function harPieces(order: DownloadOrder): Promise<readonly string[]> {
  const chosen = exchangesInOrder(order.calls).filter((exchange) =>
    isSelected(selectable(exchange), order.selection),
  );
  const mask = createMask(order.masking);
  if (order.masking !== 'off') {
    for (const exchange of chosen) {
      mask.learn(textOf(exchange, await bodyOf(exchange, order)));
    }
  }
  const masked: Exchange[] = [];
  const entries: string[] = [];
  for (const one of chosen) {
    const body = await bodyOf(one, order);
    const { exchange, body: text } = mask.apply(textOf(one, body));
    masked.push(exchange);
    const kept = body === undefined || text === undefined ? body : { ...body, text };
    entries.push(`${entries.length === 0 ? '' : ',\n'}${JSON.stringify(harEntry(exchange, kept))}`);
  }
  const { version, problems } = order;
  const [before, after] = harFrame({ version, problems, pages: harPages(masked) });
  return [before, ...entries, after];
}

/** What a selection looks at. */
function selectable({ url, method, type, response }: Exchange): Selectable {
  return { url, method, type, mimeType: response?.mimeType ?? '' };
}

function exchangesInOrder(calls: readonly Call[]): readonly Exchange[] {
  return calls.flatMap(exchangesOf).sort((a, b) => a.timestamp - b.timestamp);
}

function bodyOf(
  exchange: Exchange,
  { readBody }: Pick<DownloadOrder, 'readBody'>,
): Promise<KeptBody | undefined> {
  return exchange.body?.kind === 'kept' ? readBody(exchange.call) : Promise.resolve(undefined);
}

/** What is not text is not changed: no credential can be seen in it. */
function textOf(exchange: Exchange, body: KeptBody | undefined) {
  return body === undefined || body.isBase64 ? { exchange } : { exchange, body: body.text };
}
