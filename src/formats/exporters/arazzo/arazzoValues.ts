/**
 * Texts and JSON of a chain with Arazzo's runtime expressions in place of references: `$inputs.user`,
 * `$steps.login.outputs.token`, `$workflows.login.outputs.token`; inside a text in braces.
 *
 * Constants are inputs with a default, secrets and what nothing gives a value are inputs to be given. A constant that
 * refers to other values has no counterpart, and is written out where it is used.
 */
import { isArray, isObject, jsonType, type JsonObject, type JsonValue } from '../../../core/json/json';
import { findReferences, wholeReference, type Reference } from '../../../core/prepare/template';
import type { ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import type { Placeholders } from '../placeholders';
import { piecesOf, type Pieces } from '../templatePieces';

/** The values of one workflow. */
export interface WorkflowValues {
  readonly text: (text: string, remark: Remark) => string;
  readonly pieces: (pieces: Pieces, remark: Remark) => string;
  readonly json: (value: JsonValue, remark: Remark) => JsonValue;
  /** The expression for an input that somebody has to give, and that the chain has under no name. */
  readonly given: (name: string) => string;
  /** Says that a step extracts a variable, which later ones can use. */
  readonly extracted: (variable: string, step: string) => void;
  /** Inputs as a JSON Schema; absent when there are none. */
  readonly inputs: () => JsonObject | undefined;
  /** Expressions for what its steps extracted, by variable. */
  readonly outputs: () => ReadonlyMap<string, string>;
  /** Workflows whose values it uses. */
  readonly uses: () => ReadonlySet<string>;
}

/** Begins the values of a workflow; `earlier` are the workflows that extract a variable, the last one of each. */
export function workflowValues(
  chain: ExportedChain,
  placeholders: Placeholders,
  earlier: ReadonlyMap<string, string>,
): WorkflowValues {
  const inputs = new Map<string, JsonObject>();
  const steps = new Map<string, string>();
  const uses = new Set<string>();
  const isGiven = (name: string): boolean => steps.has(name) || earlier.has(name);
  const input = (name: string, schema: JsonObject): string => {
    inputs.set(name, schema);
    return `$inputs.${name}`;
  };
  const expression = (reference: Reference, remark: Remark): string => {
    const { name, args } = reference;
    const placeholder = placeholders.nameFor(reference);
    if (placeholder !== undefined) {
      return input(placeholder, { type: 'string', format: 'password' });
    }
    if (name.startsWith('$')) {
      const free = name.slice(1).replace(/\W/g, '_');
      const written = [name, ...args].join(' ');
      remark(`Arazzo has nothing like {{${written}}}: give the input ${free} a value.`);
      return input(free, { type: 'string' });
    }
    const step = steps.get(name);
    if (step !== undefined) {
      return `$steps.${step}.outputs.${name}`;
    }
    const workflow = earlier.get(name);
    if (workflow !== undefined) {
      uses.add(workflow);
      return `$workflows.${workflow}.outputs.${name}`;
    }
    const value = chain.constants.get(name);
    return input(name, value === undefined ? { type: 'string' } : { ...typeOf(value), default: value });
  };
  /** The constant that has to be written out in place of a reference; absent for every other reference. */
  const composed = ({ name }: Reference, path: readonly string[]): JsonValue | undefined => {
    const value = isGiven(name) || path.includes(name) ? undefined : chain.constants.get(name);
    return value !== undefined && holdsReferences(value) ? value : undefined;
  };
  const expand = (text: string, path: readonly string[]): Pieces =>
    piecesOf(text).flatMap((piece) => {
      const value = typeof piece === 'string' ? undefined : composed(piece, path);
      return typeof value === 'string' && typeof piece !== 'string'
        ? expand(value, [...path, piece.name])
        : [piece];
    });
  const written = (pieces: Pieces, remark: Remark): string => {
    const [only, ...more] = pieces;
    if (typeof only === 'object' && more.length === 0) {
      return expression(only, remark);
    }
    remarkOnConflicts(pieces, remark);
    return pieces
      .map((piece) => (typeof piece === 'string' ? piece : `{${expression(piece, remark)}}`))
      .join('');
  };
  const json = (value: JsonValue, remark: Remark, path: readonly string[] = []): JsonValue => {
    if (typeof value === 'string') {
      const whole = wholeReference(value);
      const inner = whole === undefined ? undefined : composed(whole, path);
      return whole === undefined || inner === undefined
        ? written(expand(value, path), remark)
        : json(inner, remark, [...path, whole.name]);
    }
    if (isArray(value)) {
      return value.map((item) => json(item, remark, path));
    }
    return isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, member]) => [
            literalName(name, remark),
            json(member, remark, path),
          ]),
        )
      : value;
  };
  return {
    text: (text, remark) => written(expand(text, []), remark),
    pieces: written,
    json,
    given: (name) => input(name, { type: 'string', format: 'password' }),
    extracted: (variable, step) => steps.set(variable, step),
    inputs: () => (inputs.size === 0 ? undefined : schemaOf(inputs)),
    outputs: () =>
      new Map([...steps].map(([variable, step]) => [variable, `$steps.${step}.outputs.${variable}`])),
    uses: () => uses,
  };
}

function schemaOf(inputs: ReadonlyMap<string, JsonObject>): JsonObject {
  const required = [...inputs]
    .filter(([, schema]) => !Object.hasOwn(schema, 'default'))
    .map(([name]) => name);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(inputs),
  };
}

function typeOf(value: JsonValue): JsonObject {
  const type = jsonType(value);
  return type === 'null' ? {} : { type };
}

function holdsReferences(value: JsonValue): boolean {
  if (typeof value === 'string') {
    return findReferences(value).length > 0;
  }
  return (
    (isArray(value) || isObject(value)) && Object.values(value).some((one: JsonValue) => holdsReferences(one))
  );
}

function literalName(name: string, remark: Remark): string {
  if (findReferences(name).length > 0) {
    remark(`Arazzo does not fill in names: ${name} is sent unchanged.`);
  }
  return name;
}

/** Texts that a reader of the document would take for expressions. */
function remarkOnConflicts(pieces: Pieces, remark: Remark): void {
  const literals = pieces.filter((piece) => typeof piece === 'string');
  const taken =
    literals.find((literal) => /\{\$[a-z]/i.test(literal)) ??
    (pieces.length === 1 ? literals.find((literal) => /^\$[a-z]\S*$/i.test(literal)) : undefined);
  if (taken !== undefined) {
    remark(`Arazzo takes ${JSON.stringify(taken.slice(0, 80))} for an expression.`);
  }
}
