/** What of a body the panel shows: the whole of a short one, the beginning of a long one. */
import { bodyJson } from '../../src/core/language/bodyJson';
import type { JsonValue } from '../../src/core/json';
import { prettyJson } from '../../src/core/prettyJson';
import { humanSize } from '../../src/core/resultViews';
import type { RecordedBody } from '../../src/core/result';

/** A body ready to be shown. */
export interface ShownBody {
  readonly text: string;
  /** The text is JSON and worth colouring. */
  readonly isJson: boolean;
  /** What the reader should know about it, such as that it is not all. */
  readonly note?: string;
}

/** UTF-16 code units that a page lays out without a noticeable pause. */
const SHOWN_LENGTH = 200_000;

/** The text of a body in a form. */
export function showBody(body: RecordedBody, form: 'pretty' | 'raw'): ShownBody {
  if (body.encoding === 'base64') {
    return { text: '', isJson: false, note: `${humanSize(body.size)} that are not text.` };
  }
  const isWhole = body.stored === undefined;
  const isJson = /[/+]json$/.test(body.mediaType);
  const pretty = form === 'pretty' && isJson && isWhole ? prettyJson(body.content) : undefined;
  const text = pretty ?? body.content;
  if (isWhole && text.length <= SHOWN_LENGTH) {
    return { text, isJson };
  }
  const shown = text.slice(0, SHOWN_LENGTH);
  return { text: shown, isJson, note: `This is the beginning of ${humanSize(body.size)}.` };
}

/** A body as a tree; absent when it is no JSON, or only its beginning is here. */
export function treeOf(body: RecordedBody): { readonly value: JsonValue } | undefined {
  if (body.encoding !== 'utf8' || body.stored !== undefined || !/[/+]json$/.test(body.mediaType)) {
    return undefined;
  }
  const value = bodyJson(body.content);
  return value === undefined ? undefined : { value };
}
