/** What of a body the panel shows: the whole of a short one, the beginning of a long one. */
import { bodyValue } from '../../src/core/language/bodyJson';
import { EVENT_STREAM } from '../../src/core/eventStream';
import type { JsonValue } from '../../src/core/json/json';
import { prettyJson } from '../../src/core/json/prettyJson';
import { humanSize } from '../../src/core/result/resultViews';
import type { RecordedBody } from '../../src/core/result/result';
import { t } from '../ui/l10n';
import { imageFacts, type ImageFacts } from './imageFacts';

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
    const size = humanSize(body.size);
    const note =
      body.stored === undefined
        ? t('{0} that are not text.', size)
        : t('{0} that are not text. Only their beginning is kept here.', size);
    return { text: '', isJson: false, note };
  }
  const isWhole = body.stored === undefined;
  const isJson = /[/+]json$/.test(body.mediaType);
  const pretty = form === 'pretty' && isJson && isWhole ? prettyJson(body.content) : undefined;
  const text = pretty ?? body.content;
  if (isWhole && text.length <= SHOWN_LENGTH) {
    return { text, isJson };
  }
  const shown = text.slice(0, SHOWN_LENGTH);
  return { text: shown, isJson, note: t('This is the beginning of {0}.', humanSize(body.size)) };
}

/** A body as an image; absent when it is none, or only its beginning is here. */
export function imageOf(
  body: RecordedBody,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly facts: ImageFacts } | undefined {
  if (body.encoding !== 'base64' || body.stored !== undefined) {
    return undefined;
  }
  const bytes = bytesOf(body.content);
  const facts = bytes === undefined ? undefined : imageFacts(bytes);
  return bytes === undefined || facts === undefined ? undefined : { bytes, facts };
}

/** The bytes that base64 encodes; absent for invalid base64, as results are untrusted. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Whether a body says it has a tree and only its beginning is here: then the editor tells its tree. */
export function hasLongTree(body: RecordedBody): boolean {
  return saysItHasTree(body) && body.stored !== undefined;
}

function saysItHasTree({ encoding, mediaType }: RecordedBody): boolean {
  return encoding === 'utf8' && (/[/+]json$/.test(mediaType) || mediaType === EVENT_STREAM);
}

/** A body as a tree, which is JSON or a list of events; absent when it is neither, or only its beginning is here. */
export function treeOf(body: RecordedBody): { readonly value: JsonValue } | undefined {
  if (!saysItHasTree(body) || body.stored !== undefined) {
    return undefined;
  }
  const value = bodyValue(body);
  return value === undefined ? undefined : { value };
}
