/**
 * Values that saved examples show for variables: the address that an example was asked at, laid over the address of its
 * request, has `42` where that has `{{orderId}}`. Nothing that can be a credential is shown.
 */
import { isCredentialName } from '../../../core/masking/credentialNames';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../../core/json/json';
import { escapeRegex } from '../../../core/mapping/select/textRules';
import type { RecordedExchange } from '../../../core/result/result';
import { createRedactor } from '../../../core/masking/redact';
import { findReferences } from '../../../core/prepare/template';
import { credentialsIn } from '../secrets/replaceCredentials';
import { variablesIn } from '../shape/chainNames';
import { memberOf, parsedJson } from '../shape/externalJson';
import type { KeptRequest, ReadSource } from '../shape/imported';

/** A value of a variable, and the name of the request in whose example it is. */
export interface ExampleValue {
  readonly value: string;
  readonly request: string;
}

/**
 * The first value that examples show for each variable.
 *
 * @param secrets values that are credentials
 */
export function exampleValues(
  sources: readonly ReadSource[],
  secrets: readonly string[],
): ReadonlyMap<string, ExampleValue> {
  const found = new Map<string, ExampleValue>();
  let hasCredential: ((text: string) => boolean) | undefined;
  for (const { collection } of sources) {
    const requests = collection.requests.filter((request) => request.kind === 'kept');
    const hidden = new Set([collection.auth ?? {}, ...requests.map(credentialsOf)].flatMap(variablesIn));
    for (const { name: request, request: members, recorded } of requests) {
      for (const [name, value] of recorded === undefined ? [] : shownIn(members, recorded.exchange)) {
        const isSecret =
          hidden.has(name) || isCredentialName(name) || secrets.some((secret) => value.includes(secret));
        if (!found.has(name) && !isSecret && isPlain(value)) {
          hasCredential ??= credentialsOfExamples(sources, secrets);
          if (!hasCredential(value)) {
            found.set(name, { value, request });
          }
        }
      }
    }
  }
  return found;
}

/** Tells whether a text has a key, a secret, or what is a credential by its place in any example. */
function credentialsOfExamples(
  sources: readonly ReadSource[],
  secrets: readonly string[],
): (text: string) => boolean {
  const redactor = createRedactor({ pseudonym: () => '' });
  secrets.forEach(redactor.learn);
  for (const { collection } of sources) {
    const requests = collection.requests.filter((request) => request.kind === 'kept');
    for (const { recorded, examples = [] } of requests) {
      for (const { exchange } of [...(recorded === undefined ? [] : [recorded]), ...examples]) {
        redactor.learnFromExchange(exchange);
      }
    }
  }
  return (text) => redactor.text(text) !== text;
}

/** The parts of a request that can be credentials by their place. */
function credentialsOf({ request: { auth, ...parts } }: KeptRequest): JsonObject {
  return { auth: auth ?? null, parts: credentialsIn(parts) };
}

/** Whether a text is a value, and neither a placeholder nor one that contains a user. */
function isPlain(value: string): boolean {
  return value !== '' && !/[{}<>@]|^:/.test(value);
}

type Shown = readonly (readonly [name: string, value: string])[];

/** Variables of a request, each with what an example has in its place. */
function shownIn({ url, query = [], body }: KeptRequest['request'], { request }: RecordedExchange): Shown {
  const [place = '', asked = ''] = request.url.split('?', 2);
  const rows = [...new URLSearchParams(asked)];
  const sent = body?.json === undefined ? undefined : parsedJson(request.body?.content ?? '');
  return [
    ...laidOver(url.split('?', 1)[0] ?? '', place),
    ...query.flatMap(({ name, value }) => laidOver(value, rows.find(([other]) => other === name)?.[1] ?? '')),
    ...(sent === undefined ? [] : shownInJson(body?.json ?? null, sent)),
  ];
}

function shownInJson(value: JsonValue, example: JsonValue): Shown {
  if (typeof value === 'string') {
    return example === null || typeof example === 'object' ? [] : laidOver(value, String(example));
  }
  if (isArray(value) && isArray(example)) {
    return value.flatMap((item, index) => shownInJson(item, example[index] ?? null));
  }
  return isObject(value) && isObject(example)
    ? Object.entries(value).flatMap(([name, member]) => shownInJson(member, memberOf(example, name) ?? null))
    : [];
}

/** UTF-16 code units of an example that is looked at. */
const MAX_LENGTH = 2000;

/** The texts in the places of the references of a text; none where the rest differs or a place is not clear. */
function laidOver(text: string, example: string): Shown {
  const references = findReferences(text);
  const between = references.map(({ start }, index) => text.slice(references[index - 1]?.end ?? 0, start));
  if (references.length === 0 || example.length > MAX_LENGTH || between.slice(1).includes('')) {
    return [];
  }
  // What a text begins with can be a whole origin; everything else is one segment.
  const pattern = between.map((part) => (part === '' ? '(.+?)' : `${escapeRegex(part)}([^/?#&]+)`)).join('');
  const rest = escapeRegex(text.slice(references.at(-1)?.end));
  const values = new RegExp(`^${pattern}${rest}$`).exec(example)?.slice(1) ?? [];
  return values.map((value, index) => [references[index]?.name ?? '', value] as const);
}
