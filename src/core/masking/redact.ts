/**
 * Redaction: what replaces secrets in everything that is shown, written or sent anywhere but to the
 * API itself. One registry learns secret values during a run: those that were looked up, and
 * every value at a credential's place in an exchange. From then on every form of them is masked.
 *
 * A value is replaced by a pseudonym, the same for the same value, so that a reader still sees that
 * the token of one answer is the token of the next request. Masking twice changes nothing.
 */
import { isCredentialName } from './credentialNames';
import { isCredentialPlace } from './credentialPlaces';
import { createCredentialFinder, type CredentialFinder } from './credentialSpans';
import { withDecoded } from './decodedCredential';
import { findKeys } from './keyPatterns';
import { createMasks, maskBegin, maskStrings } from './mask';
import { createMemo } from '../memo';
import type { HeaderLine } from '../model';
import type { Secret } from '../permission/secret';
import { type Message, renderMessage } from '../message';
import type {
  ExecutionResult,
  RecordedBody,
  RecordedExchange,
  RequestResult,
  RunEvent,
  UnmaskedEvent,
} from '../result/result';
import { exchangesOf } from '../result/savedExamples';
import type { SecretSpan } from './secretForms';
import { createSecretRegistry } from './secretRegistry';
import { withoutJsonEscapes } from './unescape';

/** What a redactor needs from outside. */
export interface RedactorOptions {
  /** Four lower-case hexadecimal digits for a value, keyed by workspace (the beginning of an HMAC). */
  readonly pseudonym: (value: string) => string;
}

/** Masks secrets. Text without any comes back unchanged. */
export interface Redactor {
  /** Adds a secret. Values shorter than four characters and common words (`true`) are ignored. */
  readonly learn: (value: string) => void;
  /** Adds a text that is masked as if it were the value of a secret, which cannot be looked for itself. */
  readonly learnStandIn: (standIn: string, secret: Pick<Secret, 'label' | 'value'>) => void;
  /** Grows with every value that was not known before: texts masked at an earlier revision can show one. */
  readonly revision: () => number;
  /** What a reader of masked texts should know about what is not masked, in whole sentences; mostly nothing. */
  readonly notes: () => readonly string[];
  /** Adds every credential of an exchange: of headers, cookies and URLs, and members of bodies by name. */
  readonly learnFromExchange: (exchange: RecordedExchange) => void;
  /** The same of a finished request, and what it put into or took from a credential's place. */
  readonly learnFromRequest: (result: RequestResult<unknown>) => void;
  /** Masks known values, in every form, and keys that are recognised by their shape. */
  readonly text: (text: string) => string;
  /** The same, and the credentials of a header line by its name; schemes and cookie names stay. */
  readonly header: (line: HeaderLine) => HeaderLine;
  /** The same as for text, and the password and credential parameters of a URL. */
  readonly url: (url: string) => string;
  /** The same as for text, and members and fields by their names; base64 is searched decoded. */
  readonly body: (body: RecordedBody) => RecordedBody;
  /** The text of a message: masked first, then shortened. */
  readonly message: (message: Message) => string;
  /** The event of a run with its messages as text, and every string masked. */
  readonly event: (event: UnmaskedEvent) => RunEvent;
  /** A copy of plain data with every string masked, exchanges in it by their places. */
  readonly data: <T>(data: T) => T;
  /** Learns from all requests, then masks, early ones also by what later ones gave away; adds {@link notes}. */
  readonly result: (result: ExecutionResult) => ExecutionResult;
}

/** A redactor that knows nothing yet. */
export function createRedactor({ pseudonym }: RedactorOptions): Redactor {
  const registry = createSecretRegistry();
  const standIns = new Map<string, string>();
  const weak = new Set<string>();
  const credentials = createCredentialFinder();
  const decoded = createMemo(withDecoded).of;
  const masks = createMasks({
    find: (text) => joinSpans(findKeys(text), registry.spans(text)),
    revision: registry.revision,
    credentials,
    pseudonym: (value) => pseudonym(standIns.get(value) ?? value),
  });
  const learn = (value: string): void => {
    if (!value.includes(maskBegin)) {
      registry.keep(value);
    }
  };
  const meet = (value: string): void => {
    if (!value.includes(maskBegin)) {
      registry.meet(value);
    }
  };
  const learnFromExchange = (exchange: RecordedExchange): void =>
    credentialsOf(exchange, credentials).forEach(meet);
  const learnFromRequest = (result: RequestResult<unknown>): void => {
    namedVariables(result, decoded).forEach(meet);
    exchangesOf(result).forEach(learnFromExchange);
  };
  const { text, header, url, body } = masks;
  const notes = (): readonly string[] => [...[...weak].map(weakNote), ...registry.notes()];
  return {
    learn,
    learnStandIn(standIn, { label, value }) {
      standIns.set(standIn, value);
      weak.add(label);
      registry.keep(standIn);
    },
    revision: registry.revision,
    learnFromExchange,
    learnFromRequest,
    text,
    header,
    url,
    body,
    message: (message) => renderMessage(message, text),
    event: (event) => maskStrings<unknown>(event, masks) as RunEvent,
    data: (data) => maskStrings(data, masks),
    result(result) {
      result.requests.forEach(learnFromRequest);
      return withNotes(maskStrings(result, masks), notes());
    },
    notes,
  };
}

function weakNote(label: string): string {
  return `The ${label} is too short or too common to be recognised in other texts. It is masked only where a request puts it; use a longer one.`;
}

function withNotes(result: ExecutionResult, notes: readonly string[]): ExecutionResult {
  const further = notes.filter((note) => !result.notes.includes(note));
  return further.length === 0 ? result : { ...result, notes: [...result.notes, ...further] };
}

function joinSpans(keys: readonly SecretSpan[], known: readonly SecretSpan[]): readonly SecretSpan[] {
  return keys.length === 0 ? known : [...keys, ...known];
}

function credentialsOf(
  { request, response, redirects }: RecordedExchange,
  find: CredentialFinder,
): readonly string[] {
  const sent = [
    ...[request.url, ...redirects.map(({ url }) => url)].flatMap(find.inUrl),
    ...request.headers.flatMap(find.inHeader),
    ...(request.body === undefined ? [] : find.inBody(request.body)),
  ].flatMap(({ learn }) => learn);
  const received = [
    ...[...redirects.flatMap(({ setCookies = [] }) => setCookies), ...(response?.headers ?? [])].flatMap(
      find.inHeader,
    ),
    ...(response === undefined ? [] : find.inBody(response.body)),
  ]
    .flatMap(({ learn }) => learn)
    .filter((value) => !SENTENCE.test(value));
  return [...sent, ...received];
}

/** `{"password": "must not be empty"}` in an answer describes a mistake, and is not a password. */
const SENTENCE = /\s/;

/** Values that a request put into a credential's place, or extracted under a credential's name. */
function namedVariables(
  { substitutions, extractions }: RequestResult<unknown>,
  decoded: typeof withDecoded,
): readonly string[] {
  return [
    ...substitutions
      .filter(({ location }) => isCredentialPlace(location))
      .flatMap(({ value }) => decoded(plainText(value))),
    ...extractions
      .filter(({ variable }) => isCredentialName(variable))
      .flatMap(({ value = '' }) => decoded(plainText(value))),
  ];
}

/** The string that a JSON text represents; other JSON unchanged. */
function plainText(json: string): string {
  return json.startsWith('"') && json.endsWith('"') ? withoutJsonEscapes(json.slice(1, -1)) : json;
}
