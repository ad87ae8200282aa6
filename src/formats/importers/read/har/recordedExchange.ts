/** A recorded call with its response, as a result keeps exchanges: what was sent and received, to the letter. */
import { defined } from '../../../../core/defined';
import { recordBody } from '../../../../core/run/record';
import type { RecordedBody, RecordedExchange, RecordedResponse } from '../../../../core/result/result';
import { reasonPhrase } from '../../../../core/statusPhrases';
import { itemsOf, memberAt, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import type { ImportedExchange } from '../../shape/imported';
import { bytesOfBase64, recordedMoment, recordText } from '../../shape/recordedResponses';
import { headerOf, mediaType, type RecordedCall } from './recordedCall';

/** The exchange of a call; `item` is what it was read from. Absent when there was no response. */
export function recordedExchangeOf(call: RecordedCall, item: Foreign): ImportedExchange | undefined {
  const { status, method, url, headers } = call;
  if (status === undefined || status > MAX_STATUS) {
    return undefined;
  }
  const startedAt = recordedMoment(textOf(memberOf(item, 'startedDateTime')));
  const body = sentBody(call);
  const exchange: RecordedExchange = {
    request: { method, url, headers, ...defined({ body }) },
    response: responseOf(status, call, item),
    redirects: [],
    timings: { totalMs: milliseconds(memberOf(item, 'time')) },
  };
  return { ...defined({ startedAt }), exchange };
}

const MAX_STATUS = 999;

/** The text that was sent, or the form that its fields make; files are in no recording. */
function sentBody({ postData, headers }: RecordedCall): RecordedBody | undefined {
  const text = textOf(memberOf(postData, 'text')) ?? '';
  const type = mediaType(headerOf(headers, 'content-type') ?? textOf(memberOf(postData, 'mimeType')) ?? '');
  if (text !== '') {
    return recordText(text, type);
  }
  const fields = itemsOf(memberOf(postData, 'params'));
  const isForm = fields.length > 0 && !type.startsWith('multipart/');
  return isForm ? recordText(fields.map(fieldText).join('&'), type) : undefined;
}

function fieldText(field: Foreign): string {
  const encode = (name: string): string =>
    encodeURIComponent((scalarText(memberOf(field, name)) ?? '').replace(/\p{Surrogate}/gu, '\ufffd'));
  return `${encode('name')}=${encode('value')}`;
}

function responseOf(status: number, call: RecordedCall, item: Foreign): RecordedResponse {
  const response = memberOf(item, 'response');
  const body = receivedBody(item, call);
  const size = Number(scalarText(memberOf(response, 'bodySize')));
  return {
    status,
    statusText: textOf(memberOf(response, 'statusText')) || reasonPhrase(status),
    httpVersion: /(\d(?:\.\d)?)$/.exec(textOf(memberOf(response, 'httpVersion')) ?? '')?.[1] ?? '1.1',
    headers: call.responseHeaders,
    body,
    wireSize: Number.isSafeInteger(size) && size >= 0 ? size : body.size,
    notes: body.size === 0 && size > 0 ? ['The recording does not hold this body.'] : [],
  };
}

function receivedBody(
  item: Foreign,
  { responseText: text, responseType: type, responseHeaders }: RecordedCall,
): RecordedBody {
  const encoding = textOf(memberAt(item, 'response', 'content', 'encoding'));
  const bytes = encoding?.toLowerCase() === 'base64' ? bytesOfBase64(text) : undefined;
  return bytes === undefined
    ? recordText(text, type)
    : { ...recordBody(bytes, responseHeaders), mediaType: type };
}

/** HAR writes -1 for what is not known. */
function milliseconds(value: Foreign): number {
  const number = Number(scalarText(value));
  return Number.isFinite(number) && number > 0 ? number : 0;
}
