/**
 * Filling the references of one request: looks values up in a scope, writes them at their places, and
 * keeps account of what went where, what was missing, and which secrets and response values took part.
 */
import { ExactNumber, stringifyJson } from './json';
import type { JsonValue } from './json';
import type { Secret } from './builtIns';
import type { Check, Location, Operator } from './model';
import { escapePointer, expectLocation } from './references';
import type { Substitution } from './result';
import type { Scope } from './scope';
import { plainText, resolveTemplate, wholeReference } from './template';
import type { Encode, Reference } from './template';

/** A reference that has no value. */
export interface MissingReference {
  readonly variable: string;
  readonly location: Location;
  /** Why, when it is more than that nothing defines it. */
  readonly message?: string;
}

/** Writes values into the texts of one request and keeps account of them. */
export interface Filler {
  /** The text with its references replaced. */
  text(template: string, location: Location, encode?: Encode): string;
  /** The value with the references in its strings replaced; one that is a whole string keeps its type. */
  json(value: JsonValue, pointer: string): JsonValue;
  /** The check with the references in its operands replaced. */
  check(check: Check): Check;
  /** The value of one reference. */
  value(reference: Reference, location: Location): JsonValue | undefined;
  readonly substitutions: readonly Substitution[];
  readonly missing: readonly MissingReference[];
  readonly secrets: readonly Secret[];
}

/** Starts an account for one request. */
export function createFiller(scope: Scope): Filler {
  const substitutions: Substitution[] = [];
  const missing: MissingReference[] = [];
  const secrets: Secret[] = [];

  const value = (reference: Reference, location: Location): JsonValue | undefined => {
    const lookup = scope.lookup(reference);
    if (!lookup.ok) {
      const { variable, message } = lookup;
      missing.push({ variable, location, ...(message === undefined ? {} : { message }) });
      return undefined;
    }
    const { found } = lookup;
    substitutions.push({
      variable: [reference.name, ...reference.args].join(' '),
      location,
      value: stringifyJson(found.value),
      source: found.source,
      ...(found.producer === undefined ? {} : { producer: found.producer }),
    });
    secrets.push(...found.secrets);
    return found.value;
  };

  const text = (template: string, location: Location, encode: Encode = plainText): string =>
    resolveTemplate(template, (reference) => value(reference, location), encode).text;

  const typed = (template: JsonValue, at: (pointer: string) => Location, pointer = ''): JsonValue => {
    if (typeof template === 'string') {
      const location = at(pointer);
      const whole = wholeReference(template);
      const found = whole === undefined ? undefined : value(whole, location);
      return whole === undefined ? text(template, location) : found === undefined ? template : found;
    }
    if (template === null || typeof template !== 'object' || template instanceof ExactNumber) {
      return template;
    }
    if (Array.isArray(template)) {
      return template.map((item: JsonValue, index) => typed(item, at, `${pointer}/${index}`));
    }
    return Object.fromEntries(
      Object.entries(template).map(([name, member]: [string, JsonValue]) => {
        const memberPointer = `${pointer}/${escapePointer(name)}`;
        return [text(name, at(memberPointer)), typed(member, at, memberPointer)];
      }),
    );
  };

  const json = (template: JsonValue, pointer: string): JsonValue =>
    typed(template, (name) => ({ in: 'body', name }), pointer);

  const check = ({ operators, ...part }: Check): Check => ({
    ...part,
    operators: operators.map(
      (operator) =>
        ({
          ...operator,
          value: typed(operator.value, () => expectLocation(part.path ?? part.name)),
        }) as Operator,
    ),
  });

  return { text, json, check, value, substitutions, missing, secrets };
}
