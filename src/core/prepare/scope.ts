/**
 * The scope of a request: every variable that has a value there, where that came from, and which
 * secrets it carries.
 *
 * Innermost first: extracted in this run, what a call gives to the chain that it runs as a step, overrides, a user's variables, the request's variables, the row of data, the
 * chain's constants, required chains, the environment. Constants that people author may hold references themselves; those are resolved when
 * they are looked up, and a built-in inside one is computed once per run, so that
 * `"runId": "{{$guid}}"` is one id. Extracted values and overrides are data and never resolved.
 */
import { defined } from '../defined';
import { evaluateBuiltIn, type BuiltInPorts, type BuiltInValue } from './builtIns';
import { randomData } from './functions/callFunction';
import type { RandomKind } from './functions/randomKinds';
import { takesValues } from './functions/signatures';
import { ExactNumber, isObject, type JsonObject, type JsonValue } from '../json/json';
import { lookUpCall } from './lookUpCall';
import { joinSensitive, nothingSensitive, type Derived, type Sensitive } from '../permission/sensitive';
import { escapePointer } from './references';
import { asText, factOf, isPart, type RequestFacts } from './requestFacts';
import type { RequestReference, ValueSource } from '../result/result';
import { withSensitive, type ScopedValue, type ScopeLookup } from './scopedValue';
import { resolveTemplate, wholeReference, type Reference } from './template';

/** A value taken from a response, and the request that took it. */
export interface ExtractedValue {
  readonly value: JsonValue;
  readonly producer: RequestReference;
  /** What it was derived from; nothing when the request that took it carried no secret. */
  readonly derived: readonly Derived[];
}

/** Constants as a file states them; `file` tells those of different chains apart. */
export interface AuthoredVariables {
  readonly file: string;
  readonly variables: JsonObject;
}

/** What a row of data gives: constants that people wrote, or data. */
export interface RowVariables extends AuthoredVariables {
  readonly isAuthored: boolean;
}

/** Where values come from. */
export interface ScopeLayers {
  /** What a request is sent for, by the name of its variable; it hides everything else of that name. */
  readonly items?: ReadonlyMap<string, ScopedValue>;
  readonly extracted: ReadonlyMap<string, ExtractedValue>;
  /** Present in a chain that is run as a step: what the call gives it. */
  readonly given?: ReadonlyMap<string, ScopedValue>;
  readonly overrides: ReadonlyMap<string, JsonValue>;
  /** Present when requests are sent as a user of an authorization matrix, who brings variables along. */
  readonly user?: AuthoredVariables;
  /** Present when a request is sent for a row of data. */
  readonly row?: RowVariables;
  /** With a call, of which each has random values of its own, where it is run as a step. */
  readonly chain: AuthoredVariables & Pick<Definition, 'call'>;
  /** Required chains, the one run last first: its values hide those of earlier ones. */
  readonly requires: readonly (AuthoredVariables & {
    readonly extracted: ReadonlyMap<string, ExtractedValue>;
  })[];
  readonly environment: AuthoredVariables;
}

/** Built-ins already computed inside authored variables; one per run. */
export type BuiltInMemo = Map<string, BuiltInValue>;

/** Looks up references. */
export interface Scope {
  readonly lookup: (reference: Pick<Reference, 'name' | 'args'>) => ScopeLookup;
}

/** A scope outside of a request. */
export interface OuterScope extends Scope {
  /** The same for the first item of a loop. */
  readonly forFirstItem: (items: NonNullable<ScopeLayers['items']>) => OuterScope;
  /** The scope of one attempt at a request with these variables, which are computed once. */
  readonly forRequest: (variables: JsonObject | undefined) => RequestScope;
}

/** The scope of one attempt at a request. */
export interface RequestScope extends Scope {
  /** What is known of the request so far, added while it is written. */
  readonly facts: RequestFacts;
  /** The same for another attempt. */
  readonly again: () => RequestScope;
}

/** Builds a scope from its layers. */
export function createScope(layers: ScopeLayers, ports: BuiltInPorts, memo: BuiltInMemo): OuterScope {
  const outer = scopeWith(layers, ports, memo);
  const forRequest = (variables: JsonObject = {}): RequestScope => {
    const facts: RequestFacts = {};
    const own = { file: REQUEST, variables };
    const { lookup } = scopeWith(layers, ports, memo, { own, facts, computed: new Map() });
    return { lookup, facts, again: () => forRequest(variables) };
  };
  const forFirstItem = (items: NonNullable<ScopeLayers['items']>): OuterScope =>
    createScope({ ...layers, items }, { ...ports, index: 0 }, memo);
  return { ...outer, forFirstItem, forRequest };
}

/** Marks the places of a request's variables, whose built-ins are computed for each attempt. */
const REQUEST = '$request';

/** One attempt at a request. */
interface Attempt {
  readonly own: AuthoredVariables;
  readonly facts: RequestFacts;
  /** Its variables that have a value by now. */
  readonly computed: Map<string, ScopeLookup>;
}

function scopeWith(layers: ScopeLayers, ports: BuiltInPorts, memo: BuiltInMemo, attempt?: Attempt): Scope {
  const lookupIn = (
    reference: Pick<Reference, 'name' | 'args'>,
    path: readonly string[],
    current: Attempt | undefined,
    own: BuiltInPorts = ports,
  ): ScopeLookup => {
    const { name } = reference;
    if (takesValues(name)) {
      return lookUpCall(reference, own, (variable) =>
        isPart(variable)
          ? factOf(variable, current?.facts)
          : lookupIn({ name: variable, args: [] }, path, current),
      );
    }
    if (isPart(name)) {
      return asText(name, factOf(name, current?.facts));
    }
    if (name.startsWith('$')) {
      return fromBuiltIn(name, evaluateBuiltIn({ ...reference, start: 0, end: 0 }, ports));
    }
    const computed = current?.computed.get(name);
    const definition = computed === undefined ? define(layers, name, current?.own) : undefined;
    if (computed !== undefined || definition === undefined) {
      return computed ?? { ok: false, variable: name };
    }
    if (!('file' in definition)) {
      return { ok: true, found: definition };
    }
    if (path.includes(name)) {
      return circular(name, [...path.slice(path.indexOf(name)), name].join(' → '));
    }
    const isOwn = definition.file === REQUEST;
    const place = `${definition.file}#${name}`;
    const lookup = resolveAuthored(definition, place, (inner, key) =>
      inner.name.startsWith('$') && !takesValues(inner.name) && !isPart(inner.name) && !isOwn
        ? fromBuiltIn(
            inner.name,
            remember(memo, key, () => evaluateBuiltIn(inner, portsAt(key, ports, definition))),
          )
        : lookupIn(
            inner,
            [...path, name],
            isOwn ? current : undefined,
            isOwn || inner.name !== RANDOM ? ports : onceIn(memo, key, portsAt(key, ports, definition)),
          ),
    );
    if (isOwn && lookup.ok) {
      current?.computed.set(name, lookup);
    }
    return lookup;
  };
  return { lookup: (reference) => lookupIn(reference, [], attempt) };
}

/** The function that makes random data, once per run in a constant. */
const RANDOM = '$random';

interface Definition {
  readonly file: string;
  readonly source: ValueSource;
  readonly authored: JsonValue;
  /** Place of the call that it is a constant in; absent outside of calls. */
  readonly call?: readonly string[];
}

type InnerLookup = (reference: Reference, key: string) => ScopeLookup;

function define(
  layers: ScopeLayers,
  name: string,
  request: AuthoredVariables | undefined,
): Definition | ScopedValue | undefined {
  if (layers.items !== undefined && isOfItem(layers.items, name)) {
    return memberOf(layers.items, name);
  }
  const extracted = layers.extracted.get(name);
  if (extracted !== undefined) {
    return fromExtraction(extracted, 'extracted');
  }
  const given = layers.given?.get(name);
  if (given !== undefined) {
    return given;
  }
  const override = layers.overrides.get(name);
  if (override !== undefined) {
    return { value: override, source: 'override', sensitive: nothingSensitive };
  }
  const brought = layers.user === undefined ? undefined : authored(layers.user, name, 'override');
  if (brought !== undefined) {
    return brought;
  }
  const own =
    (request === undefined ? undefined : authored(request, name, 'request')) ??
    (layers.row === undefined ? undefined : fromRow(layers.row, name)) ??
    ofChain(layers.chain, name);
  if (own !== undefined) {
    return own;
  }
  for (const required of layers.requires) {
    const value = required.extracted.get(name);
    const inherited =
      value === undefined ? authored(required, name, 'requires') : fromExtraction(value, 'requires');
    if (inherited !== undefined) {
      return inherited;
    }
  }
  return authored(layers.environment, name, 'environment');
}

/** Whether a name is that of an item, or of a member that it has or lacks: what is elsewhere is of another one. */
function isOfItem(items: ReadonlyMap<string, ScopedValue>, name: string): boolean {
  return [...items.keys()].some((item) => name === item || name.startsWith(`${item}.`));
}

/** An item, or a member of one: `order.customer.id`. */
function memberOf(items: ReadonlyMap<string, ScopedValue>, path: string): ScopedValue | undefined {
  const item = items.get(path);
  const dot = path.lastIndexOf('.');
  if (item !== undefined || dot === -1) {
    return item;
  }
  const holder = memberOf(items, path.slice(0, dot));
  const name = path.slice(dot + 1);
  const value =
    holder !== undefined && isObject(holder.value) && Object.hasOwn(holder.value, name)
      ? holder.value[name]
      : undefined;
  return holder === undefined || value === undefined ? undefined : { ...holder, value };
}

function fromExtraction({ value, producer, derived }: ExtractedValue, source: ValueSource): ScopedValue {
  const sensitive = derived.length === 0 ? nothingSensitive : { secrets: [], derived };
  return { value, source, producer, sensitive };
}

function fromRow(row: RowVariables, name: string): Definition | ScopedValue | undefined {
  const value = authored(row, name, 'row');
  return value === undefined || row.isAuthored
    ? value
    : { value: value.authored, source: 'row', sensitive: nothingSensitive };
}

function ofChain({ call, ...chain }: ScopeLayers['chain'], name: string): Definition | undefined {
  const found = authored(chain, name, 'chain');
  return found && { ...found, ...defined({ call }) };
}

function authored(from: AuthoredVariables, name: string, source: ValueSource): Definition | undefined {
  const value = Object.hasOwn(from.variables, name) ? from.variables[name] : undefined;
  return value === undefined ? undefined : { file: from.file, source, authored: value };
}

function resolveAuthored(definition: Definition, place: string, lookup: InnerLookup): ScopeLookup {
  const parts: Sensitive[] = [];
  let producer: RequestReference | undefined;
  let failure: Extract<ScopeLookup, { ok: false }> | undefined;
  let bound: true | undefined;
  const value = mapStrings(definition.authored, place, (reference, key) => {
    const inner = lookup(reference, key);
    if (!inner.ok) {
      failure ??= inner;
      parts.push(inner.sensitive ?? nothingSensitive);
      return undefined;
    }
    parts.push(inner.found.sensitive);
    producer ??= inner.found.producer;
    bound ??= inner.found.bound;
    return inner.found.value;
  });
  const { source } = definition;
  const sensitive = joinSensitive(parts);
  return failure === undefined
    ? { ok: true, found: { value, source, sensitive, ...defined({ producer, bound }) } }
    : withSensitive(failure, sensitive);
}

/** Resolves every string in a value; `key` names the reference's place, stable within a run. */
function mapStrings(
  value: JsonValue,
  place: string,
  lookup: (reference: Reference, key: string) => JsonValue | undefined,
): JsonValue {
  if (typeof value === 'string') {
    const find = (reference: Reference) => lookup(reference, `${place}@${reference.start}`);
    const whole = wholeReference(value);
    const typed = whole === undefined ? undefined : find(whole);
    return typed === undefined ? resolveTemplate(value, find).text : typed;
  }
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) => mapStrings(item, `${place}/${index}`, lookup));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, JsonValue]) => [
      name,
      mapStrings(member, `${place}/${escapePointer(name)}`, lookup),
    ]),
  );
}

function fromBuiltIn(name: string, value: BuiltInValue): ScopeLookup {
  if (!value.ok) {
    return { ...value, variable: name };
  }
  const sensitive = value.secret === undefined ? nothingSensitive : { secrets: [value.secret], derived: [] };
  return { ok: true, found: { value: value.value, source: 'builtIn', sensitive } };
}

/** What is random in a constant depends on the constant and its call, not on the request or item that needs it first. */
function portsAt(
  place: string,
  { index: _index, ...ports }: BuiltInPorts,
  { call = [] }: Definition,
): BuiltInPorts {
  return { ...ports, random: ports.random.at(...call, place) };
}

/** Ports for a function in an authored variable: its random data is made once per run. */
function onceIn(memo: BuiltInMemo, key: string, ports: BuiltInPorts): BuiltInPorts {
  const { random } = ports;
  const fake = (kind: RandomKind): JsonValue | undefined => {
    const value = memo.get(key) ?? randomData(kind, random);
    if (!value.ok) {
      return undefined;
    }
    memo.set(key, value);
    return value.value;
  };
  return { ...ports, random: { ...random, fake } };
}

function remember(memo: BuiltInMemo, key: string, compute: () => BuiltInValue): BuiltInValue {
  const known = memo.get(key) ?? compute();
  memo.set(key, known);
  return known;
}

function circular(variable: string, circle: string): ScopeLookup {
  return {
    ok: false,
    variable,
    message: `The variable ${variable} refers to itself: ${circle}. Give one of them a value without a reference.`,
  };
}
