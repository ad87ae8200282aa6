/**
 * The scope of a request: every variable that has a value there, where that came from, and which
 * secrets it carries.
 *
 * Innermost first: extracted in this run, overrides, a user's variables, the chain's constants, required chains, the
 * environment. Constants that people author may hold references themselves; those are resolved when
 * they are looked up, and a built-in inside one is computed once per run, so that
 * `"runId": "{{$guid}}"` is one id. Extracted values and overrides are data and never resolved.
 */
import { defined } from '../defined';
import { evaluateBuiltIn, type BuiltInPorts, type BuiltInValue } from './builtIns';
import { readArgument } from './functions/arguments';
import { callFault } from './functions/callFault';
import { callFunction } from './functions/callFunction';
import { takesValues } from './functions/signatures';
import type { Secret } from '../permission/secret';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/json';
import { joinSensitive, nothingSensitive, type Derived, type Sensitive } from '../permission/sensitive';
import { escapePointer } from './references';
import type { RequestReference, ValueSource } from '../result/result';
import { plainText, resolveTemplate, wholeReference, type Reference } from './template';

/** A value and its history. */
interface ScopedValue {
  readonly value: JsonValue;
  readonly source: ValueSource;
  /** The request that extracted it. */
  readonly producer?: RequestReference;
  /** The sensitive values in it; it may go only where all of them may. */
  readonly sensitive: Sensitive;
}

/** A value, or why there is none: `message` is absent when simply nothing defines the name. */
type ScopeLookup =
  | { readonly ok: true; readonly found: ScopedValue }
  | {
      readonly ok: false;
      readonly variable: string;
      readonly message?: string;
      /** Name of the secret that has no value; absent when something else is missing. */
      readonly missingSecret?: string;
      /** What a function was given that could not be computed. */
      readonly sensitive?: Sensitive;
    };

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

/** Where values come from. */
export interface ScopeLayers {
  readonly extracted: ReadonlyMap<string, ExtractedValue>;
  readonly overrides: ReadonlyMap<string, JsonValue>;
  /** Present when requests are sent as a user of an authorization matrix, who brings variables along. */
  readonly user?: AuthoredVariables;
  readonly chain: AuthoredVariables;
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
  lookup(reference: Pick<Reference, 'name' | 'args'>): ScopeLookup;
}

/** Builds the scope of a request from its layers. */
export function createScope(layers: ScopeLayers, ports: BuiltInPorts, memo: BuiltInMemo): Scope {
  const lookupIn = (reference: Pick<Reference, 'name' | 'args'>, path: readonly string[]): ScopeLookup => {
    if (takesValues(reference.name)) {
      return call(reference, ports, (name) => lookupIn({ name, args: [] }, path));
    }
    if (reference.name.startsWith('$')) {
      return fromBuiltIn(reference.name, evaluateBuiltIn({ ...reference, start: 0, end: 0 }, ports));
    }
    const definition = define(layers, reference.name);
    if (definition === undefined) {
      return { ok: false, variable: reference.name };
    }
    if (!('file' in definition)) {
      return { ok: true, found: definition };
    }
    if (path.includes(reference.name)) {
      const circle = [...path.slice(path.indexOf(reference.name)), reference.name].join(' → ');
      return circular(reference.name, circle);
    }
    const place = `${definition.file}#${reference.name}`;
    return resolveAuthored(definition, place, (inner, key) =>
      inner.name.startsWith('$') && !takesValues(inner.name)
        ? fromBuiltIn(
            inner.name,
            remember(memo, key, () => evaluateBuiltIn(inner, ports)),
          )
        : lookupIn(inner, [...path, reference.name]),
    );
  };
  return { lookup: (reference) => lookupIn(reference, []) };
}

interface Definition {
  readonly file: string;
  readonly source: ValueSource;
  readonly authored: JsonValue;
}

type InnerLookup = (reference: Reference, key: string) => ScopeLookup;

function define(layers: ScopeLayers, name: string): Definition | ScopedValue | undefined {
  const extracted = layers.extracted.get(name);
  if (extracted !== undefined) {
    return fromExtraction(extracted, 'extracted');
  }
  const override = layers.overrides.get(name);
  if (override !== undefined) {
    return { value: override, source: 'override', sensitive: nothingSensitive };
  }
  const brought = layers.user === undefined ? undefined : authored(layers.user, name, 'override');
  if (brought !== undefined) {
    return brought;
  }
  const own = authored(layers.chain, name, 'chain');
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

function fromExtraction({ value, producer, derived }: ExtractedValue, source: ValueSource): ScopedValue {
  const sensitive = derived.length === 0 ? nothingSensitive : { secrets: [], derived };
  return { value, source, producer, sensitive };
}

function authored(from: AuthoredVariables, name: string, source: ValueSource): Definition | undefined {
  const value = Object.hasOwn(from.variables, name) ? from.variables[name] : undefined;
  return value === undefined ? undefined : { file: from.file, source, authored: value };
}

function resolveAuthored(definition: Definition, place: string, lookup: InnerLookup): ScopeLookup {
  const parts: Sensitive[] = [];
  let producer: RequestReference | undefined;
  let failure: ScopeLookup | undefined;
  const value = mapStrings(definition.authored, place, (reference, key) => {
    const inner = lookup(reference, key);
    if (!inner.ok) {
      failure ??= inner;
      return undefined;
    }
    parts.push(inner.found.sensitive);
    producer ??= inner.found.producer;
    return inner.found.value;
  });
  const { source } = definition;
  return (
    failure ?? {
      ok: true,
      found: {
        value,
        source,
        sensitive: joinSensitive(parts),
        ...defined({ producer }),
      },
    }
  );
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

/** Calls a function. What it gives is as sensitive as what it was given, and a secret when a secret was. */
function call(
  { name, args }: Pick<Reference, 'name' | 'args'>,
  ports: BuiltInPorts,
  lookup: (variable: string) => ScopeLookup,
): ScopeLookup {
  const given = args.map(readArgument);
  const fault = callFault(name, given);
  if (fault !== undefined) {
    return { ok: false, variable: name, message: fault };
  }
  const values: JsonValue[] = [];
  const parts: Sensitive[] = [];
  let producer: RequestReference | undefined;
  for (const argument of given) {
    const inner = argument?.kind === 'variable' ? lookup(argument.name) : undefined;
    if (inner?.ok === false) {
      return inner;
    }
    if (inner !== undefined) {
      parts.push(inner.found.sensitive);
      producer ??= inner.found.producer;
    }
    values.push(argument?.kind === 'value' ? argument.value : (inner?.found.value ?? null));
  }
  const sensitive = joinSensitive(parts);
  const called = callFunction(name, values, ports);
  if (!called.ok) {
    return { ...called, variable: name, sensitive };
  }
  const value = asSecret(called.value, sensitive.secrets, ports);
  return { ok: true, found: { value, source: 'builtIn', sensitive, ...defined({ producer }) } };
}

/** A value that was computed from secrets, which is a secret itself: it is masked, and goes where all of them may go. */
function asSecret(value: JsonValue, from: readonly Secret[], { secrets }: BuiltInPorts): JsonValue {
  const [first, ...others] = from;
  if (first === undefined) {
    return value;
  }
  const text = plainText(value);
  const computed = secrets.computed({
    label: from.map(({ label }) => label).join(' and '),
    name: first.name,
    value: text,
    origins: first.origins.filter((origin) => others.every(({ origins }) => origins.includes(origin))),
  });
  return computed.value === text ? value : computed.value;
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
