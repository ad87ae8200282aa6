/**
 * Texts as Artillery writes them: `{{ name }}` for a variable of the virtual user, `{{ $env.NAME }}` for one of the
 * machine, `{{ $randomNumber(1, 6) }}` for a made value.
 *
 * Artillery replaces whatever looks like that until nothing does, eats a third brace on either side, and has no
 * way to write braces that are meant as such. What would become something else gets a remark.
 */
import { ExactNumber, isArray, isObject, stringifyJson, type JsonValue } from '../../../core/json/json';
import { loopVariables } from '../../../core/prepare/references';
import { findReferences, type Reference } from '../../../core/prepare/template';
import { isVariableLoop, type ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import type { Placeholders } from '../placeholders';
import { piecesOf, type Pieces } from '../templatePieces';

/** The names and texts of one scenario. */
export interface ArtilleryTexts {
  /** The name of a variable there, which has no dots. */
  readonly nameOf: (variable: string) => string;
  readonly text: (text: string, remark: Remark) => string;
  readonly pieces: (pieces: Pieces, remark: Remark) => string;
  /** The value with all of its texts written. */
  readonly json: (value: JsonValue, remark: Remark) => JsonValue;
  /** Whether a variable is known to be no list and no object. */
  readonly isScalar: (variable: string) => boolean;
  /** A variable with an empty value: next to it a value is a part of a text, not the whole. */
  readonly nothing: () => string;
  /** Variables that the texts brought along, with their values. */
  readonly helpers: ReadonlyMap<string, string>;
}

/** Begins to write texts. */
export function artilleryTexts(chain: ExportedChain, placeholders: Placeholders): ArtilleryTexts {
  const { nameOf, helper, helpers } = scenarioNames(chain);
  const isScalar = (variable: string): boolean => {
    const value = chain.constants.get(variable);
    return value !== undefined && !chain.extracted.has(variable) && !isArray(value) && !isObject(value);
  };
  const reference = (one: Reference, remark: Remark): string => {
    const placeholder = placeholders.nameFor(one);
    if (placeholder !== undefined) {
      return `{{ $env.${placeholder} }}`;
    }
    if (one.name === '$index') {
      return '{{ $loopCount }}';
    }
    return one.name.startsWith('$') ? madeAnew(one, remark) : `{{ ${nameOf(one.name)} }}`;
  };
  const pieces = (parts: Pieces, remark: Remark): string => {
    remarkOnConflicts(parts, remark);
    return parts
      .map((piece, index) => {
        if (typeof piece !== 'string') {
          return reference(piece, remark);
        }
        if (typeof parts[index + 1] === 'object' && piece.endsWith('{')) {
          remark('Artillery loses a brace directly before a reference.');
        }
        return typeof parts[index - 1] === 'object'
          ? piece.replace(/^\}+/, (closing) => helper(`closing${closing.length}`, closing))
          : piece;
      })
      .join('');
  };
  const text = (written: string, remark: Remark): string => pieces(piecesOf(written), remark);
  const json = (value: JsonValue, remark: Remark): JsonValue => {
    if (typeof value === 'string') {
      return text(value, remark);
    }
    if (isArray(value)) {
      return value.map((item) => json(item, remark));
    }
    return isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, member]) => [text(name, remark), json(member, remark)]),
        )
      : value;
  };
  return { nameOf, text, pieces, json, isScalar, nothing: () => helper('nothing', ''), helpers };
}

/** The variables of a scenario: those of the chain under names without dots, and helper variables. */
function scenarioNames(chain: ExportedChain) {
  const names = new Map<string, string>();
  const helpers = new Map<string, string>();
  const members = new Set(
    chain.parts.flatMap(({ requests }) => requests.filter(isVariableLoop).flatMap(loopVariables)),
  );
  const known = new Set([...chain.constants.keys(), ...chain.extracted, ...chain.undefinedVariables]);
  return {
    helpers,
    nameOf: (variable: string): string => {
      if (members.has(variable)) {
        return variable;
      }
      const name = names.get(variable) ?? freeName(variable, known, [...names.values()]);
      names.set(variable, name);
      return name;
    },
    helper: (wanted: string, value: string): string => {
      const name = freeName(wanted, known, []);
      helpers.set(name, value);
      return `{{ ${name} }}`;
    },
  };
}

/** Whether a value says the same after Artillery has read its script and filled it in. */
export function isPlainJson(value: JsonValue): boolean {
  if (isArray(value)) {
    return value.every(isPlainJson);
  }
  return isObject(value)
    ? Object.entries(value).every(([name, member]) => /^[\w-]+$/.test(name) && isPlainJson(member))
    : !(value instanceof ExactNumber);
}

/** Whether nothing in a value is filled in. */
export function isLiteralJson(value: JsonValue): boolean {
  const text = stringifyJson(value);
  return findReferences(text).length === 0 && !text.includes('{{');
}

function freeName(variable: string, known: ReadonlySet<string>, given: readonly string[]): string {
  const name = variable.replace(/[.-]/g, '_');
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}_${count}`;
    if (candidate === variable || !(known.has(candidate) || given.includes(candidate))) {
      return candidate;
    }
  }
}

/** What Artillery takes for a variable or a call of its own. */
const TAKEN = /\{\{[\s$\w.[\]'"(),-]+\}\}/;

/** Braces around a reference count as well: its value is filled in once more. */
function remarkOnConflicts(parts: Pieces, remark: Remark): void {
  const filled = parts.map((piece) => (typeof piece === 'string' ? piece : 'value')).join('');
  const taken = TAKEN.exec(filled)?.[0];
  if (taken !== undefined) {
    remark(`Artillery takes ${JSON.stringify(taken.slice(0, 80))} for a variable.`);
  }
}

function madeAnew({ name, args }: Reference, remark: Remark): string {
  switch (name) {
    case '$guid':
    case '$uuid':
      return GUID;
    case '$randomInt': {
      const [min = '0', max = '1000'] = args;
      if (/^\d+$/.test(min) && /^\d+$/.test(max)) {
        return `{{ $randomNumber(${min}, ${max}) }}`;
      }
      break;
    }
    default:
  }
  const written = [name, ...args].join(' ');
  const variable = name.slice(1).replace(/\W/g, '_');
  remark(
    `Artillery has nothing like {{${written}}}: give the variable ${variable} a value, with --variables.`,
  );
  return `{{ ${variable} }}`;
}

/** Decimal digits are hexadecimal ones, too: version 4, variant 8 (RFC 9562 §5.4). */
const GUID = [
  '{{ $randomNumber(10000000, 99999999) }}',
  '{{ $randomNumber(1000, 9999) }}',
  '4{{ $randomNumber(100, 999) }}',
  '8{{ $randomNumber(100, 999) }}',
  '{{ $randomNumber(100000000000, 999999999999) }}',
].join('-');
