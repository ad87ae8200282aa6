/**
 * Filling the references of one request: looks values up in a scope, writes them at their places, and
 * keeps account of what went where, what was missing, and which secrets and response values took part.
 */
import { defined } from '../defined';
import { ExactNumber, isArray, stringifyJson, type JsonValue } from '../json/json';
import type { Check, Location, Operator } from '../model';
import { joinSensitive, nothingSensitive, type Sensitive } from '../permission/sensitive';
import { escapePointer, expectLocation } from './references';
import type { Substitution } from '../result/result';
import type { Scope } from './scope';
import { plainText, resolveTemplate, wholeReference, type Encode, type Reference } from './template';

/** A reference that has no value. */
export interface MissingReference {
  readonly variable: string;
  readonly location: Location;
  /** Why, when it is more than that nothing defines it. */
  readonly message?: string;
  /** Name of the secret that has no value; absent when something else is missing. */
  readonly secret?: string;
}

/** Writes values into the texts of one request and keeps account of them. */
export interface Filler {
  /** The text with its references replaced. */
  text(template: string, location: Location, encode?: Encode): string;
  /** The value with the references in its strings replaced; one that is a whole string keeps its type. */
  json(value: JsonValue, pointer: string): JsonValue;
  /** The check with the references in its operands replaced. */
  check(check: Check): Check;
  /** The comparison with the references in its operand replaced. */
  operator(operator: Operator, location: Location): Operator;
  /** A value all of whose references are at one location. */
  operand(value: JsonValue, location: Location): JsonValue;
  /** The value of one reference. */
  value(reference: Reference, location: Location): JsonValue | undefined;
  readonly substitutions: readonly Substitution[];
  readonly missing: readonly MissingReference[];
  /** Everything sensitive that was filled in. */
  readonly sensitive: Sensitive;
  /** How many values were filled in that fit this request only, because they were made from what it sends. */
  readonly bound: number;
}

/** Starts an account for one request. */
export function createFiller(scope: Scope): Filler {
  return new Account(scope);
}

class Account implements Filler {
  readonly substitutions: Substitution[] = [];
  readonly missing: MissingReference[] = [];
  readonly #parts = new Set<Sensitive>();
  bound = 0;

  constructor(private readonly scope: Scope) {}

  get sensitive(): Sensitive {
    return joinSensitive([...this.#parts]);
  }

  text(template: string, location: Location, encode: Encode = plainText): string {
    return resolveTemplate(template, (reference) => this.value(reference, location), encode).text;
  }

  json(value: JsonValue, pointer: string): JsonValue {
    return this.typed(value, (name) => ({ in: 'body', name }), pointer);
  }

  check({ operators, ...part }: Check): Check {
    const location = expectLocation(part.path ?? part.name);
    return { ...part, operators: operators.map((operator) => this.operator(operator, location)) };
  }

  operator(operator: Operator, location: Location): Operator {
    return { ...operator, value: this.operand(operator.value, location) } as Operator;
  }

  operand(value: JsonValue, location: Location): JsonValue {
    return this.typed(value, () => location);
  }

  value(reference: Reference, location: Location): JsonValue | undefined {
    const lookup = this.scope.lookup(reference);
    if (!lookup.ok) {
      const { variable, message, missingSecret: secret, sensitive = nothingSensitive } = lookup;
      this.#parts.add(sensitive);
      this.missing.push({ variable, location, ...defined({ message, secret }) });
      return undefined;
    }
    const { found } = lookup;
    this.substitutions.push({
      variable: [reference.name, ...reference.args].join(' '),
      location,
      value: stringifyJson(found.value),
      source: found.source,
      ...defined({ producer: found.producer }),
    });
    this.#parts.add(found.sensitive);
    this.bound += found.bound === true ? 1 : 0;
    return found.value;
  }

  /** `at` gives the location of a place by its JSON pointer. */
  private typed(template: JsonValue, at: (pointer: string) => Location, pointer = ''): JsonValue {
    if (typeof template === 'string') {
      return this.typedText(template, at(pointer));
    }
    if (template === null || typeof template !== 'object' || template instanceof ExactNumber) {
      return template;
    }
    if (isArray(template)) {
      return template.map((item, index) => this.typed(item, at, `${pointer}/${index}`));
    }
    return Object.fromEntries(
      Object.entries(template).map(([name, member]) => {
        const memberPointer = `${pointer}/${escapePointer(name)}`;
        return [this.text(name, at(memberPointer)), this.typed(member, at, memberPointer)];
      }),
    );
  }

  private typedText(template: string, location: Location): JsonValue {
    const whole = wholeReference(template);
    if (whole === undefined) {
      return this.text(template, location);
    }
    const value = this.value(whole, location);
    return value === undefined ? template : value;
  }
}
