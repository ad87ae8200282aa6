/**
 * The types of values, which the files of most tools do not say.
 *
 * Constants are texts there, whatever a request makes of them. For a variable in quotes in a JSON body, `"{{id}}"`, other
 * tools always send a string, but a chain sends the value with its type (core/prepare/fill). Where the value is known not
 * to be a string, by a constant or by the response that it comes from, the body stays the text that was written. So does
 * one with a secret without quotes, for a secret is a string. What cannot be known is reported.
 */
import { readChainOnly } from '../../../core/files/chainFile';
import { numberFromText, stringifyJson, type JsonValue } from '../../../core/json/json';
import { isCredentialName } from '../../../core/masking/credentialNames';
import type { Extraction } from '../../../core/model';
import { wholeReference } from '../../../core/prepare/template';
import { itemsOf, memberOf, textOf, type Foreign } from './externalJson';
import type { ImportedCollection, ImportedMembers, ImportedVariable, KeptRequest } from './imported';
import type { RecordedRules } from './recordedResponses';
import { MAX_LENGTH, readTemplateJson, writtenJson } from './templateJson';

/**
 * Constants that are used in JSON without quotes, as the numbers, words, lists and objects that their texts are there;
 * all others, and what may become a secret, as they are.
 */
export function typedValues(
  variables: readonly ImportedVariable[],
  typed: ReadonlySet<string>,
): readonly ImportedVariable[] {
  return variables.map((variable) =>
    typed.has(variable.name) && !isEntered(variable)
      ? { ...variable, value: typedValue(variable.value) }
      : variable,
  );
}

/** A request whose own variables have such types, likewise. */
export function withTypedVariables(request: ImportedMembers, typed: ReadonlySet<string>): ImportedMembers {
  const { variables } = request;
  return variables === undefined || Object.keys(variables).every((name) => !typed.has(name))
    ? request
    : {
        ...request,
        variables: Object.fromEntries(
          Object.entries(variables).map(([name, value]) => [
            name,
            typed.has(name) ? typedValue(value) : value,
          ]),
        ),
      };
}

function typedValue(value: JsonValue): JsonValue {
  const read = typeof value === 'string' ? readTemplateJson(value) : undefined;
  return read === undefined ? value : read.value;
}

/** Collections that are imported together, with texts for bodies in which a value would lose its quotes, or get some. */
export async function withQuotedValues(
  collections: readonly ImportedCollection[],
  rules: RecordedRules,
): Promise<readonly ImportedCollection[]> {
  const requests = collections.flatMap(keptIn);
  const quoted = new Set(requests.flatMap((request) => [...quotedInBody(request)]));
  const secrets = secretConstants(collections);
  if (quoted.size === 0 && secrets.size === 0) {
    return collections;
  }
  const found = await Promise.all(requests.map((request) => extractedKinds(request, quoted, rules)));
  const kinds: readonly VariableKind[] = [...constantKinds(collections), ...found.flat()];
  const named = (kind: VariableKind['kind']): ReadonlySet<string> =>
    new Set(kinds.filter((one) => one.kind === kind).map(({ name }) => name));
  const [others, unknown] = [named('other'), named('unknown')];
  return collections.map((collection) => {
    const own = new Set(keptIn(collection).flatMap((request) => [...quotedInBody(request)]));
    const untold = [...own].filter((name) => unknown.has(name) && !others.has(name)).sort();
    return {
      ...collection,
      requests: collection.requests.map((request) =>
        request.kind === 'kept' ? withTextBody(request, { others, secrets }) : request,
      ),
      remarks: [
        ...collection.remarks,
        ...(untold.length === 0
          ? []
          : [`In quotes in JSON, but sent with the type that the response has: ${untold.join(', ')}.`]),
      ],
    };
  });
}

/** What the value of a variable is: a text, another value of JSON, or not known before a run. */
interface VariableKind {
  readonly name: string;
  readonly kind: 'text' | 'other' | 'unknown';
}

function keptIn({ requests }: ImportedCollection): readonly KeptRequest[] {
  return requests.filter((request) => request.kind === 'kept');
}

function quotedInBody({ request }: KeptRequest): ReadonlySet<string> {
  return writtenJson(request)?.quoted ?? new Set();
}

/** Variables because of which a body stays text. */
interface BodyTypes {
  /** Their values are no texts. */
  readonly others: ReadonlySet<string>;
  /** Their values are entered, and so texts. */
  readonly secrets: ReadonlySet<string>;
}

function constantsOf(collections: readonly ImportedCollection[]): readonly ImportedVariable[] {
  return collections.flatMap(({ variables, environments }) =>
    [variables, ...environments.map((environment) => environment.variables)].flat(),
  );
}

/** Constants whose value is entered as a secret. */
function secretConstants(collections: readonly ImportedCollection[]): ReadonlySet<string> {
  return new Set(
    constantsOf(collections)
      .filter(isEntered)
      .map(({ name }) => name),
  );
}

/** Whether a value is a secret, or may be replaced by one. */
function isEntered({ name, value, isSecret }: ImportedVariable): boolean {
  return (
    typeof value === 'string' &&
    value !== '' &&
    (isSecret || isCredentialName(name) || wholeReference(value)?.name === '$secret')
  );
}

function constantKinds(collections: readonly ImportedCollection[]): readonly VariableKind[] {
  const typed = new Set(collections.flatMap(({ typedVariables }) => typedVariables));
  return typedValues(constantsOf(collections), typed).map(({ name, value }) => ({
    name,
    kind: typeof value === 'string' ? 'text' : 'other',
  }));
}

/** Of the variables that a request extracts those in `quoted`, as the response says that its source has. */
async function extractedKinds(
  { request, recorded }: KeptRequest,
  quoted: ReadonlySet<string>,
  rules: RecordedRules,
): Promise<readonly VariableKind[]> {
  const written = itemsOf(request['extract']).filter((rule) => quoted.has(variableOf(rule)));
  if (written.length === 0) {
    return [];
  }
  const values = recorded === undefined ? [] : await rules.extract(rulesOf(request), recorded);
  return written.map((rule): VariableKind => {
    const name = variableOf(rule);
    const { value } = values.find(({ variable }) => variable === name) ?? {};
    return { name, kind: value === undefined ? statedKind(rule) : value.startsWith('"') ? 'text' : 'other' };
  });
}

function rulesOf(request: ImportedMembers): readonly Extraction[] {
  const chain = { formatVersion: 1, name: 'only', requests: [{ ...request, id: 'only' }] };
  return readChainOnly(stringifyJson(chain), '').chain?.requests[0]?.extract ?? [];
}

/** Only JSON has other values than texts, and credentials in it are texts. */
function statedKind(rule: Foreign): VariableKind['kind'] {
  if (memberOf(rule, 'from') === 'status') {
    return 'other';
  }
  return memberOf(rule, 'path') !== undefined && !isCredentialName(variableOf(rule)) ? 'unknown' : 'text';
}

function variableOf(rule: Foreign): string {
  return textOf(memberOf(rule, 'variable')) ?? '';
}

function withTextBody(kept: KeptRequest, { others, secrets }: BodyTypes): KeptRequest {
  const { request } = kept;
  const written = writtenJson(request);
  const changes = [...(written?.quoted ?? [])].some((name) => others.has(name));
  if (written === undefined || (!changes && written.bare.every((name) => !secrets.has(name)))) {
    return kept;
  }
  const saysType = itemsOf(request['headers']).some((header) =>
    /^content-type$/i.test(textOf(memberOf(header, 'name')) ?? ''),
  );
  const body = { text: written.text, ...(saysType ? {} : { contentType: 'application/json' }) };
  return { ...kept, request: { ...request, body } };
}

/**
 * The collection with a remark on each request whose JSON body has a number that a chain sends in another form, though with
 * the same value: `3.60` as `3.6`. A server may compare bodies byte by byte, or check a signature.
 */
export function withShortNumbers(collection: ImportedCollection): ImportedCollection {
  return {
    ...collection,
    requests: collection.requests.map((request) =>
      request.kind === 'kept' ? withRemarkOnNumber(request) : request,
    ),
  };
}

function withRemarkOnNumber(kept: KeptRequest): KeptRequest {
  const number = changedNumber(writtenJson(kept.request)?.text ?? '');
  return number === undefined
    ? kept
    : {
        ...kept,
        remarks: [
          ...kept.remarks,
          `Numbers in its body are sent in their shortest form: ${number} as ${String(numberFromText(number))}. For a server that needs them as written, make the body a text.`,
        ],
      };
}

/** The first number that is sent in another form, of a text that is JSON with references and not too long to look at. */
function changedNumber(text: string): string | undefined {
  return text.length <= MAX_LENGTH && MAY_CHANGE.test(text)
    ? text.match(TOKENS)?.find((token) => /^[-\d]/.test(token) && String(numberFromText(token)) !== token)
    : undefined;
}

/** A fraction, or an exponent. */
const MAY_CHANGE = /\d(?:\.\d|[eE][-+\d])/;

/** Strings, references and numbers. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\{[^{}]*\}\}|-?\d[\d.eE+-]*/gs;
