/** What was sent and received, each once in a SARIF file; results refer to it by index (§3.46.2, §3.47.2). */
import type { AuthzExchange } from '../../../core/authz/model/authzResult';
import { defined } from '../../../core/defined';
import type { HeaderLine } from '../../../core/model';
import type { RecordedBody, RecordedExchange, RecordedResponse } from '../../../core/result/result';
import type { SarifObject } from './sarifText';

/** The messages of a file; it has those that were asked for. */
export interface SarifMessages {
  /** References to the messages of an exchange (§3.27.30, §3.27.31). */
  readonly of: (exchange: AuthzExchange | undefined) => SarifObject;
  /** Members of the run: the messages themselves (§3.14.21, §3.14.22). */
  readonly all: () => SarifObject;
}

/** Collects the messages of a file. */
export function collectMessages(): SarifMessages {
  const requests = new Map<string, SarifObject>();
  const responses = new Map<string, SarifObject>();
  return {
    of(exchange) {
      const recorded = exchange?.exchange;
      return recorded === undefined
        ? {}
        : {
            webRequest: { index: indexIn(requests, webRequest(recorded)) },
            webResponse:
              recorded.response === undefined
                ? { noResponseReceived: true }
                : { index: indexIn(responses, webResponse(recorded.response)) },
          };
    },
    all: () => ({ webRequests: [...requests.values()], webResponses: [...responses.values()] }),
  };
}

/** The index of an object among those that are known; a new one is added. */
function indexIn(known: Map<string, SarifObject>, object: SarifObject): number {
  const text = JSON.stringify(object);
  if (!known.has(text)) {
    known.set(text, { index: known.size, ...object });
  }
  return Number(known.get(text)?.['index']);
}

function webRequest({ request, response }: RecordedExchange): SarifObject {
  return {
    protocol: 'HTTP',
    ...defined({ version: response?.httpVersion }),
    target: request.url,
    method: request.method,
    headers: headersOf(request.headers),
    ...contents(request.body),
  };
}

function webResponse(response: RecordedResponse): SarifObject {
  return {
    protocol: 'HTTP',
    version: response.httpVersion,
    statusCode: response.status,
    reasonPhrase: response.statusText,
    headers: headersOf(response.headers),
    ...contents(response.body),
  };
}

/** Lines of the same name are joined as RFC 9110 §5.3 allows. */
function headersOf(lines: readonly HeaderLine[]): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const { name, value } of lines) {
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(values);
}

function contents(body: RecordedBody | undefined): SarifObject {
  if (body === undefined || body.content === '') {
    return {};
  }
  return { body: body.encoding === 'base64' ? { binary: body.content } : { text: body.content } };
}
