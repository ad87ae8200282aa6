/**
 * Requests that scripts of a collection send before its own, such as one for a token: they become requests of a chain
 * that the others require, each once, however many scripts send it.
 */
import { defined } from '../../../../core/defined';
import { isObject, stringifyJson } from '../../../../core/json/json';
import { requestFault, variablesIn } from '../../shape/chainNames';
import { memberOf, textOf } from '../../shape/externalJson';
import type { KeptRequest } from '../../shape/imported';
import { documentation, type Remark } from '../../shape/remark';
import type { ScriptCall } from '../scripts/scriptAccount';
import { parseScript } from '../scripts/scriptSyntax';
import { readAuth } from './postmanAuth';
import { readHeaders, readMessage } from './postmanMessage';
import type { TextReader } from './postmanText';
import { readUrl } from './postmanUrl';

/** Requests of a chain of their own, and what they leave out. */
interface SentRequests {
  readonly requests: readonly KeptRequest[];
  /** Variables that are JSON without quotes in their bodies. */
  readonly typed: readonly string[];
  /** A sentence for each call that cannot come before all other requests. */
  readonly lost: readonly string[];
}

/**
 * Reads the calls.
 *
 * @param produced variables that only responses to requests of the collection give
 */
export function readCalls(calls: readonly ScriptCall[], produced: ReadonlySet<string>): SentRequests {
  const seen = new Set<string>();
  const requests: KeptRequest[] = [];
  const typed: string[] = [];
  const lost: string[] = [];
  for (const call of calls) {
    const key = stringifyJson([call.request, call.extractions]);
    if (!seen.has(key)) {
      seen.add(key);
      const read = readCall(call);
      const waitsFor = variablesIn(read.request.request).find((name) => produced.has(name));
      const reason = waitsFor === undefined ? read.fault : `It needs ${waitsFor} of a response.`;
      if (reason === undefined) {
        requests.push(read.request);
        typed.push(...read.typed);
      } else {
        lost.push(`A request that a script sends is not carried over: ${read.request.name}. ${reason}`);
      }
    }
  }
  return { requests, typed, lost };
}

/** Texts of a script have the references of a chain already. */
const reader: TextReader = { read: (text) => text, nameOf: (name) => name, parse: parseScript };

function readCall({ request, extractions, expect }: ScriptCall): {
  readonly request: KeptRequest;
  readonly typed: readonly string[];
  readonly fault: string | undefined;
} {
  const remarks: Remark[] = [documentation('It is sent once per run, not each time the script runs.')];
  const remark = (one: Remark): void => {
    remarks.push(one);
  };
  const { url, query } = readUrl(memberOf(request, 'url'), reader, remark);
  const method = textOf(memberOf(request, 'method')) ?? 'GET';
  const { body, typed, headers } = readMessage(
    memberOf(request, 'body'),
    readHeaders(memberOf(request, 'header'), reader, remark),
    { reader, remark },
  );
  const written = memberOf(request, 'auth');
  const { auth, remarks: onAuth } = readAuth(
    written !== undefined && isObject(written) ? written : undefined,
    reader,
  );
  onAuth.forEach(remark);
  const place = url.replace(/^(?:[a-z]+:\/\/[^/?]*|\{\{[^{}]*\}\})/i, '').replace(/\?.*$/s, '');
  return {
    fault: requestFault(url, method),
    typed,
    request: {
      kind: 'kept',
      name: `${method} ${place === '' ? '/' : place}`,
      folders: [],
      request: {
        method,
        url,
        ...(query.length === 0 ? {} : { query }),
        ...(headers.length === 0 ? {} : { headers }),
        ...defined({ auth: auth?.type === 'none' ? undefined : auth, body }),
        extract: extractions,
        ...defined({ expect }),
      },
      remarks,
    },
  };
}
