/**
 * Names that chains are stricter about than other tools: methods, headers and variables. Most names of variables stay
 * as they are, and those that a chain cannot have (`{{my token}}`, `{{1}}`) get the nearest one it can, the same
 * wherever they are used.
 */
import { isArray, isObject, stringifyJson, type JsonObject, type JsonValue } from '../../../core/json/json';
import { referencedVariables } from '../../../core/prepare/references';
import { memberOf, objectOf, textOf } from './externalJson';
import type { RenamedVariable } from './imported';

/** Whether a chain can have a method: a token (RFC 9110 §9.1). */
export function isMethod(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}

/** Why no chain can have a request, in a sentence; absent when one can. */
export function requestFault(url: string, method: string): string | undefined {
  if (url.trim() === '') {
    return 'It has no URL.';
  }
  return isMethod(method) ? undefined : `A chain cannot have the method ${JSON.stringify(method)}.`;
}

/** Whether no header or variable of a chain may bear a name, for every JavaScript object has it. */
export function isReservedName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}

/** The names of one collection. */
export interface VariableNames {
  /** The name that a variable has in the chain. */
  nameFor(written: string): string;
  /** Those that had to change, in order of their first use. */
  renamed(): readonly RenamedVariable[];
}

/** Names that more than one of some sets defines, so that in one scope they would hide each other. */
export function clashingNames(sets: readonly (readonly string[])[]): ReadonlySet<string> {
  const names = sets.flatMap((set) => [...new Set(set)]);
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

const POSSIBLE = /^[A-Za-z_][\w.-]*$/;

/** Begins with no names; `known` are those that the source defines, which keep theirs. */
export function createVariableNames(known: Iterable<string>): VariableNames {
  const taken = new Set([...known].filter(isPossible));
  const changed = new Map<string, string>();
  return {
    nameFor(written) {
      if (isPossible(written)) {
        taken.add(written);
        return written;
      }
      const earlier = changed.get(written);
      if (earlier !== undefined) {
        return earlier;
      }
      const name = free(possibleName(written), taken);
      taken.add(name);
      changed.set(written, name);
      return name;
    },
    renamed: () => [...changed].map(([from, to]) => ({ from, to })),
  };
}

function isPossible(name: string): boolean {
  return POSSIBLE.test(name) && !isReservedName(name);
}

function possibleName(written: string): string {
  const name = written.replace(/[^\w.-]+/g, '_').replace(/^(?![A-Za-z_])/, '_');
  return isReservedName(name) ? `${name}_` : name === '_' ? '_variable' : name.slice(0, MAX_LENGTH);
}

const MAX_LENGTH = 100;

function free(name: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count += 1) {
    const candidate = count === 2 ? name : `${name}_${count - 1}`;
    if (!taken.has(candidate)) {
      return candidate;
    }
  }
}

/** Variables that the strings of a value refer to. */
export function variablesIn(value: JsonValue): readonly string[] {
  const known = typeof value === 'object' && value !== null ? remembered.get(value) : undefined;
  // The marks are the same in JSON text, escapes included, and one text is searched faster than many.
  const found = known ?? referencedVariables(stringifyJson(value));
  if (typeof value === 'object' && value !== null) {
    remembered.set(value, found);
  }
  return found;
}

/** Variables that a request takes from elsewhere: those that it refers to without those of its own. */
export function variablesNeededBy(request: JsonObject): readonly string[] {
  const own = objectOf(memberOf(request, 'variables')) ?? {};
  return variablesIn(request).filter((name) => !Object.hasOwn(own, name));
}

/** By the value: the chain and the report ask for those of every request. */
const remembered = new WeakMap<object, readonly string[]>();

/** Variables that a request extracts. */
export function extractedVariables(request: JsonObject): readonly string[] {
  const rules = request['extract'];
  return rules === undefined || !isArray(rules)
    ? []
    : rules.flatMap((rule) => (isObject(rule) ? (textOf(memberOf(rule, 'variable')) ?? []) : []));
}
