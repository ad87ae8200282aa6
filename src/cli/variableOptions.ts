/** Variables that a command line sets: `--var`, whose values are texts, and `--var-json`, whose values have a type. */
import { UserError } from '../core/errors';
import { parseJson, type JsonValue } from '../core/json/json';
import { JsonSyntaxError, JsonTooDeepError } from '../core/json/jsonSyntax';

/** What commander gives for these options. */
export interface VariableOptions {
  readonly var: readonly string[];
  readonly varJson: readonly string[];
}

/** The variables by name; of several `--var` for one name the last counts. Throws a UserError for what sets none. */
export function givenVariables(options: VariableOptions): ReadonlyMap<string, JsonValue> {
  const texts = options.var.map((text) => assignment(text, '--var'));
  const typed = options.varJson.map((text) => assignment(text, '--var-json'));
  const twice = typed.find(({ name }) => texts.some((other) => other.name === name));
  if (twice !== undefined) {
    throw new UserError(`${twice.name} is set by --var and by --var-json.`, 'Remove one of the two.');
  }
  return new Map([
    ...texts.map(({ name, value }): [string, JsonValue] => [name, value]),
    ...typed.map(({ name, value }): [string, JsonValue] => [name, typedValue(name, value)]),
  ]);
}

interface Assignment {
  readonly name: string;
  readonly value: string;
}

function assignment(text: string, option: string): Assignment {
  const [, name, value] = /^([A-Za-z_][A-Za-z0-9_.-]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new UserError(
      `${option} ${JSON.stringify(text)} sets no variable.`,
      `Write it like ${option} quantity=2.`,
    );
  }
  return { name, value };
}

/** Digits are kept. The message leaves the value out: it can be a credential. */
function typedValue(name: string, text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooDeepError) {
      throw new UserError(
        `The value of --var-json ${name} is not JSON: ${error.message}.`,
        `Put the JSON in quotes for your shell, or use --var ${name}=… for a text.`,
      );
    }
    throw error;
  }
}
