/**
 * Where the constants go that scripts set on the way through a collection. A chain has one value for a constant, so a
 * value that most requests see becomes a constant of the chain, and any other one a variable of the requests that see it.
 *
 * What is random or a time is one value for all requests that see it: it is a constant under a name of its own then,
 * which the variables of those requests refer to. Once a response gave a variable its value, a text that a script sets
 * after that needs another name, because what is extracted counts more.
 */
import { defined } from '../../../core/defined';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../../core/json/json';
import { referencedVariables } from '../../../core/prepare/references';
import { variablesIn } from './chainNames';
import type { ImportedEnvironment, ImportedMembers, ImportedVariable } from './imported';

/** A text that a script gives to a variable. */
export interface SetText {
  readonly name: string;
  /** May hold references; another value than a text only where the tool has such variables. */
  readonly text: JsonValue;
  readonly isSecret?: boolean;
  /** Only where the variable has no value yet. */
  readonly isDefault?: true;
  /** The script runs for each request, so what is random is another value each time. */
  readonly isRepeated?: true;
  /** Only the request itself sees it, such as a variable of its own. */
  readonly isOwn?: true;
  /** No script sets it: it is written where the request is. */
  readonly isDeclared?: true;
}

/** A request between its scripts. */
export interface ScriptedRequest {
  /** Absent for one that is left out. */
  readonly request?: ImportedMembers;
  /** What is set before it is sent, in order. */
  readonly before: readonly SetText[];
  readonly after: readonly SetText[];
  /** Variables that its response gives, and whether it may not. */
  readonly extracted: readonly { readonly variable: string; readonly isOptional: boolean }[];
}

/** Constants in their places. */
export interface PlacedConstants {
  /** Those of the chain. */
  readonly variables: readonly ImportedVariable[];
  /** The requests in their order, with variables of their own. */
  readonly requests: readonly (ImportedMembers | undefined)[];
  readonly remarks: readonly string[];
}

/** A value of a variable, and the requests that see it. */
interface Value {
  readonly name: string;
  readonly text: JsonValue;
  readonly isSecret: boolean;
  /** A script sets it. */
  readonly isSet: boolean;
  readonly isRepeated: boolean;
  /** Environments give it. */
  readonly isOutside: boolean;
  readonly seenBy: Set<number>;
  /** Those for which a response gave the variable another value before. */
  readonly hiddenFor: Set<number>;
}

/** What a collection consists of that has to do with constants. */
interface CollectionParts {
  readonly declared: readonly ImportedVariable[];
  /** Environments, whose values a constant of the chain would hide. */
  readonly environments: readonly Pick<ImportedEnvironment, 'variables'>[];
  readonly requests: readonly ScriptedRequest[];
  /** The authentication that requests without their own use. */
  readonly auth: JsonObject | undefined;
}

/** Puts the constants of a collection into their places. */
export function placeConstants(parts: CollectionParts): PlacedConstants {
  const { requests } = parts;
  const values = followValues(parts);
  const chosen = new Map([...values].map(([name, all]) => [name, chosenOf(all)]));
  const aside: ImportedVariable[] = [];
  const taken = new Set([
    ...values.keys(),
    ...requests.flatMap(({ request, extracted }) => [
      ...(request === undefined ? [] : variablesIn(request)),
      ...extracted.map(({ variable }) => variable),
    ]),
  ]);
  const own = requests.map(() => new Map<string, JsonValue>());
  const renamed = requests.map(() => new Map<string, string>());
  for (const value of [...values.values()].flat()) {
    const { name, text, isSecret, seenBy, hiddenFor } = value;
    const places = [...seenBy].filter((index) => value !== chosen.get(name) || hiddenFor.has(index));
    const isShared = places.length > 1 && isMade(text);
    const isRenamed = isShared || places.some((index) => hiddenFor.has(index));
    const other = isRenamed ? freeName(name, taken) : name;
    if (isShared) {
      aside.push({ name: other, value: text, isSecret });
    }
    for (const index of places) {
      const isHidden = hiddenFor.has(index);
      if (isHidden) {
        renamed[index]?.set(name, other);
      }
      if (!isShared || !isHidden) {
        own[index]?.set(isHidden ? other : name, isShared ? `{{${other}}}` : text);
      }
    }
  }
  const known = [...chosen.values()].flatMap((value) => value ?? []);
  return {
    variables: [...known.flatMap((value) => (value.isOutside ? [] : [asVariable(value)])), ...aside],
    requests: requests.map(({ request }, index) =>
      request === undefined
        ? undefined
        : withVariables(
            renameIn(request, renamed[index] ?? new Map<string, string>()),
            own[index] ?? new Map<string, JsonValue>(),
            known,
          ),
    ),
    remarks: [...values.values()].flatMap((all) => unseen(all, chosen)),
  };
}

/** A name that nothing has yet: `mode_2`. */
function freeName(name: string, taken: Set<string>): string {
  let count = 2;
  while (taken.has(`${name}_${count}`)) {
    count += 1;
  }
  taken.add(`${name}_${count}`);
  return `${name}_${count}`;
}

/** Follows the values of all variables through the requests, in the order in which these are sent. */
function followValues({
  declared,
  environments,
  requests,
  auth,
}: CollectionParts): ReadonlyMap<string, readonly Value[]> {
  const values = new Map<string, Value[]>();
  const current = new Map<string, Value>();
  const extracted = new Set<string>();
  const hidden = new Set<Value>();
  const add = (value: Value): Value => {
    values.set(value.name, [...(values.get(value.name) ?? []), value]);
    return value;
  };
  for (const [name, text] of valuesOutside(environments)) {
    current.set(name, add(newValue({ name, text, isOutside: true })));
  }
  for (const { name, value, isSecret } of declared) {
    current.set(name, add(newValue({ name, text: value, isSecret })));
  }
  const set = ({ name, text, isDefault, isRepeated, ...one }: SetText, scope: Map<string, Value>): void => {
    const before = scope.get(name);
    const hasValue = before !== undefined && before.text !== '';
    if (isDefault === true && (hasValue || extracted.has(name))) {
      // What is set only without a value is not set here; a value that differs is reported as never seen.
      if (hasValue && before.text !== text) {
        add(newValue({ name, text, isSet: true }));
      }
      return;
    }
    const known = isMade(text) ? undefined : values.get(name)?.find((value) => value.text === text);
    const isSecret = one.isSecret === true || values.get(name)?.some((value) => value.isSecret) === true;
    const value =
      known ??
      add(
        newValue({
          name,
          text,
          isSecret,
          isSet: one.isDeclared !== true,
          isRepeated: isRepeated === true && isDefault !== true,
        }),
      );
    scope.set(name, value);
    if (extracted.has(name)) {
      hidden.add(value);
    }
  };
  for (const [index, { request, before, after, extracted: given }] of requests.entries()) {
    before.filter(({ isOwn }) => isOwn !== true).forEach((one) => set(one, current));
    const own = before.filter(({ isOwn }) => isOwn === true);
    const scope = own.length === 0 ? current : new Map(current);
    own.forEach((one) => set(one, scope));
    for (const name of request === undefined ? [] : namesSeen(request, auth, scope)) {
      const value = scope.get(name);
      value?.seenBy.add(index);
      if (value !== undefined && hidden.has(value)) {
        value.hiddenFor.add(index);
      }
    }
    after.filter(({ isOwn }) => isOwn !== true).forEach((one) => set(one, current));
    for (const { variable, isOptional } of given) {
      extracted.add(variable);
      if (!isOptional) {
        current.delete(variable);
      }
    }
  }
  return values;
}

/** What environments give a value: the text that all of them have, or `null` where they differ. */
function valuesOutside(environments: CollectionParts['environments']): ReadonlyMap<string, JsonValue> {
  const given = environments.map(
    ({ variables }) => new Map(variables.map(({ name, value }) => [name, value])),
  );
  const names = given.flatMap((values) =>
    [...values].flatMap(([name, value]) => (value === '' ? [] : [name])),
  );
  return new Map(
    names.map((name) => {
      const [first = null, ...others] = given.map((values) => values.get(name));
      return [name, others.every((value) => value === first) ? first : null];
    }),
  );
}

function newValue(known: Pick<Value, 'name' | 'text'> & Partial<Value>): Value {
  return {
    isSecret: false,
    isSet: false,
    isRepeated: false,
    isOutside: false,
    seenBy: new Set(),
    hiddenFor: new Set(),
    ...known,
  };
}

/** The variables that a request refers to, also through others. */
function namesSeen(
  request: ImportedMembers,
  auth: JsonObject | undefined,
  current: ReadonlyMap<string, Value>,
): ReadonlySet<string> {
  const inherited = request.auth === undefined ? (auth ?? null) : null;
  const seen = new Set([...variablesIn(request), ...variablesIn(inherited)]);
  // Iterating a Set also visits members added during the iteration.
  for (const name of seen) {
    const text = current.get(name)?.text;
    (typeof text === 'string' ? referencedVariables(text) : []).forEach((inner) => seen.add(inner));
  }
  return seen;
}

/** The value that the chain states; absent where every request states its own. */
function chosenOf(values: readonly Value[]): Value | undefined {
  const outside = values.find(({ isOutside, seenBy }) => isOutside && seenBy.size > 0);
  if (outside !== undefined) {
    return outside;
  }
  const able = values.filter(
    ({ isRepeated, isOutside, text, hiddenFor, seenBy }) =>
      !isOutside && (!isRepeated || !isMade(text)) && (hiddenFor.size === 0 || hiddenFor.size < seenBy.size),
  );
  const seen = (value: Value): number => value.seenBy.size - value.hiddenFor.size;
  const [first = undefined, ...others] = able.filter((value) => value.text !== '' || seen(value) > 0);
  const most = others.reduce((best, value) => (best && seen(best) >= seen(value) ? best : value), first);
  return most ?? able[0];
}

/** Whether a text has what is made when it is used. */
function isMade(text: JsonValue): boolean {
  return typeof text === 'string' && text.includes('{{$');
}

function asVariable({ name, text, isSecret }: Value): ImportedVariable {
  return { name, value: text, isSecret };
}

/** What scripts set and no request sees. */
function unseen(values: readonly Value[], chosen: ReadonlyMap<string, Value | undefined>): readonly string[] {
  return values
    .filter((value) => value.isSet && value.text !== '' && value.seenBy.size === 0)
    .filter((value) => value !== chosen.get(value.name) && !value.isRepeated)
    .map(
      ({ name, text }) =>
        `Scripts set ${name} to other values than its first: ${JSON.stringify(text)} is not carried over.`,
    );
}

/** A request with its variables, and with the constants of the chain that are made from them. */
function withVariables(
  request: ImportedMembers,
  own: Map<string, JsonValue>,
  constants: readonly Value[],
): ImportedMembers {
  if (own.size === 0) {
    return request;
  }
  const texts = new Map(constants.map(({ name, text }) => [name, text]));
  const seen = new Set(variablesIn(request));
  for (const name of seen) {
    const text = own.get(name) ?? texts.get(name);
    const inner = typeof text === 'string' ? referencedVariables(text) : [];
    inner.forEach((one) => seen.add(one));
  }
  for (const name of [...seen].toReversed()) {
    const text = texts.get(name);
    if (!own.has(name) && typeof text === 'string' && referencedVariables(text).some((one) => own.has(one))) {
      own.set(name, text);
    }
  }
  const { method, url, query, headers, ...others } = request;
  const variables = Object.fromEntries(own);
  return { method, url, ...defined({ query, headers }), variables, ...others };
}

/** A request whose references have other names. */
function renameIn(request: ImportedMembers, names: ReadonlyMap<string, string>): ImportedMembers {
  return names.size === 0 ? request : (renamedValue(request, names) as ImportedMembers);
}

/** What has no such reference stays the same object, by which the text of a body is remembered. */
function renamedValue(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') {
    return value.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (whole, name: string) => {
      const other = names.get(name);
      return other === undefined ? whole : `{{${other}}}`;
    });
  }
  if (!variablesIn(value).some((name) => names.has(name))) {
    return value;
  }
  if (isArray(value)) {
    return value.map((item) => renamedValue(item, names));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamedValue(member, names)]))
    : value;
}
