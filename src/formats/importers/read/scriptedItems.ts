/**
 * What the scripts of a collection say of its variables, put into their places, the same for all tools: constants of the
 * chain or of single requests, and requests that scripts send themselves, which become a chain that the others require.
 */
import { defined } from '../../../core/defined';
import type { WrittenExtraction, WrittenField } from '../../../core/files/writtenChain';
import { isObject, stringifyJson, type JsonObject } from '../../../core/json/json';
import { list } from '../../../core/words';
import { extractedVariables, requestFault, variablesIn } from '../shape/chainNames';
import { memberOf, textOf } from '../shape/externalJson';
import type {
  ImportedCollection,
  ImportedEnvironment,
  ImportedRequest,
  ImportedVariable,
  KeptRequest,
} from '../shape/imported';
import { placeConstants, type SetText } from '../shape/placedConstants';
import { documentation, type Remark } from '../shape/remark';
import { parseScript } from './scripts/scriptSyntax';
import { readAuth } from './postman/postmanAuth';
import { readHeaders, readMessage } from './postman/postmanMessage';
import type { TextReader } from './postman/postmanText';
import { readUrl } from './postman/postmanUrl';
import type { ScriptTexts } from './scripts/postmanApi';
import { readScript } from './scripts/readScript';
import type { ScriptCall } from './scripts/scriptAccount';
import type { ScriptFlow } from './scripts/scriptFlow';

/** A request, and what its scripts and body say of variables. */
export interface ScriptedItem {
  readonly request: ImportedRequest;
  /** What is set before it is sent, in order. */
  readonly before: readonly SetText[];
  readonly after: readonly SetText[];
  /** Rules that extract values from its response. */
  readonly extracted: readonly WrittenExtraction[];
  /** Variables that are in JSON without quotes. */
  readonly typed: readonly string[];
  /** Requests that its scripts send before it; absent when there are none. */
  readonly calls?: readonly ScriptCall[];
  /** Remarks on code of which nothing is known; absent when there are none. */
  readonly unknownCode?: readonly string[];
}

/** No variables. */
export const NOTHING_SET: Omit<ScriptedItem, 'request'> = { before: [], after: [], extracted: [], typed: [] };

/** A request that is left out, and sets nothing. */
export function leftOutItem(
  { name, folders }: { readonly name: string; readonly folders: readonly string[] },
  reason: string,
): ScriptedItem {
  const request = { kind: 'left-out', name, folders, reason } as const;
  return { request, ...NOTHING_SET };
}

/** What scripts of a collection or a folder do before and after each request. */
export interface AroundRequests {
  readonly headers: readonly WrittenField[];
  readonly flows: readonly ScriptFlow[];
  readonly before: readonly SetText[];
  readonly after: readonly SetText[];
}

/** No scripts. */
export const NOTHING_AROUND: AroundRequests = { headers: [], flows: [], before: [], after: [] };

/** A script of a collection or a folder. */
interface ScriptAround {
  /** What a remark calls it: `pre-request script`. */
  readonly kind: string;
  readonly text: string;
  readonly isBefore?: true;
}

/** What the scripts of a collection or a folder do. */
interface ScriptsAround {
  /** With that of the scripts around them. */
  readonly around: AroundRequests;
  readonly calls: readonly ScriptCall[];
  readonly unknownCode: readonly string[];
  readonly remarks: readonly Remark[];
}

/** Reads the scripts of a collection or a folder; `title` begins the remarks on them. */
export function readAround(
  title: string,
  scripts: readonly ScriptAround[],
  texts: ScriptTexts,
  outer: AroundRequests,
): ScriptsAround {
  const readings = scripts.map(({ kind, text, isBefore = false }) => {
    const takes = isBefore ? ({ takesHeaders: true, takesCalls: true } as const) : {};
    const { remarks, ...reading } = readScript(text, title + kind, { ...texts, ...takes });
    const isLost = reading.extractions.length > 0 || reading.expect !== undefined;
    const lost = title + `what its ${kind} keeps or checks after every request is not carried over.`;
    return { ...reading, isBefore, remarks: isLost ? [...remarks, lost] : remarks };
  });
  const constantsOf = (when: boolean): readonly SetText[] =>
    readings
      .filter(({ isBefore }) => isBefore === when)
      .flatMap(({ constants }) => constants.map((constant) => ({ ...constant, isRepeated: true as const })));
  const headers = readings.flatMap((reading) => reading.headers ?? []);
  return {
    around: {
      headers: [...outer.headers, ...headers],
      flows: [...outer.flows, ...readings.flatMap(({ flow = [] }) => flow)],
      before: [...outer.before, ...constantsOf(true)],
      after: [...outer.after, ...constantsOf(false)],
    },
    calls: readings.flatMap(({ calls = [] }) => calls),
    unknownCode: readings.flatMap(({ unknownCode = [] }) => unknownCode),
    remarks: readings.flatMap(({ remarks }) => remarks),
  };
}

/** A collection before its scripts are settled. */
export interface ScriptedCollection {
  readonly declared: readonly ImportedVariable[];
  readonly environments: readonly ImportedEnvironment[];
  readonly items: readonly ScriptedItem[];
  /** The authentication that requests without their own use. */
  readonly auth: JsonObject | undefined;
  /** Requests that scripts around all others send. */
  readonly calls: readonly ScriptCall[];
  readonly unknownCode: readonly string[];
}

/** Texts that scripts set are constants of a chain, so what they are when a condition is asked about is not known. */
function withoutTextConditions(item: ScriptedItem, isSet: ReadonlySet<string>): ScriptedItem {
  const { request } = item;
  const { when, delayMs, ...rest } = request.kind === 'kept' ? request.request : {};
  const names = variablesIn({ ...defined({ when, delayMs }) }).filter((name) => isSet.has(name));
  if (request.kind === 'left-out' || names.length === 0) {
    return item;
  }
  const remark = `Scripts set ${list(names)}, so whether and when it is sent is not carried over: it is always sent.`;
  const { method, url } = request.request;
  return {
    ...item,
    request: { ...request, request: { method, url, ...rest }, remarks: [...request.remarks, remark] },
  };
}

/** Members of a collection, and what of its scripts is lost. */
type SettledScripts = Pick<
  ImportedCollection,
  'variables' | 'requests' | 'required' | 'unknownCode' | 'typedVariables' | 'remarks'
>;

/** Puts the constants of a collection, and the requests that its scripts send, into their places. */
export function settleScripts(collection: ScriptedCollection): SettledScripts {
  const isSet = new Set(
    collection.items.flatMap(({ before, after }) =>
      [...before, ...after].flatMap(({ name, isDeclared }) => (isDeclared === true ? [] : [name])),
    ),
  );
  const items = collection.items.map((item) => withoutTextConditions(item, isSet));
  const placed = placeConstants({
    ...collection,
    requests: items.map(({ request, before, after, extracted }) => ({
      ...(request.kind === 'kept' ? { request: request.request } : {}),
      before,
      after,
      extracted: extracted.map(({ variable, optional }) => ({
        variable: textOf(variable) ?? '',
        isOptional: optional === true,
      })),
    })),
  });
  const produced = new Set(
    items.flatMap(({ extracted }) => extracted.flatMap(({ variable }) => textOf(variable) ?? [])),
  );
  const sent = readCalls([...collection.calls, ...items.flatMap(({ calls = [] }) => calls)], produced);
  const fromCalls = new Set(sent.requests.flatMap(({ request }) => extractedVariables(request)));
  const unknownCode = [
    ...collection.unknownCode,
    ...items.flatMap(({ request: { name, folders }, unknownCode: own = [] }) =>
      own.map((sentence) => `${[...folders, name].join(' / ')}: ${sentence}`),
    ),
    ...sent.lost,
  ];
  return {
    // What is empty until a script fills it is better missing than sent empty when that script is lost.
    variables: placed.variables.filter(
      ({ name, value }) =>
        (value !== '' || (!produced.has(name) && unknownCode.length === 0)) && !fromCalls.has(name),
    ),
    requests: items.map(({ request }, index) => {
      const members = placed.requests[index];
      return request.kind === 'kept' && members !== undefined ? { ...request, request: members } : request;
    }),
    ...(sent.requests.length === 0 ? {} : { required: sent.requests }),
    ...(unknownCode.length === 0 ? {} : { unknownCode }),
    typedVariables: [...new Set([...items.flatMap(({ typed }) => typed), ...sent.typed])],
    remarks: [...placed.remarks, ...sent.lost],
  };
}

/** Requests of a chain of their own, and what they leave out. */
interface SentRequests {
  readonly requests: readonly KeptRequest[];
  /** Variables that are JSON without quotes in their bodies. */
  readonly typed: readonly string[];
  /** A sentence for each call that cannot come before all other requests. */
  readonly lost: readonly string[];
}

/**
 * Reads requests that scripts send before those of the collection, such as one for a token: each once, however many scripts
 * send it.
 *
 * @param produced variables that only responses to requests of the collection give
 */
function readCalls(calls: readonly ScriptCall[], produced: ReadonlySet<string>): SentRequests {
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
