/** The variables of a script and what is known about each, function by function. */
import { textValue, UNKNOWN, type ScriptValue } from './scriptValue';

/** The variables at a place of a script. */
export interface ScriptScope {
  /** Absent when the script has no variable of this name. */
  readonly get: (name: string) => ScriptValue | undefined;
  readonly declare: (name: string, value: ScriptValue) => void;
  /** A later value; under a condition it is the one or the other. */
  readonly assign: (name: string, value: ScriptValue, isConditional: boolean) => void;
  /** A text that now is the value of a variable of the chain is that variable wherever the script has it. */
  readonly rename: (text: string, reference: string) => void;
  /** Begins a function. */
  readonly enter: () => void;
  readonly leave: () => void;
}

/** Begins without variables. */
export function createScriptScope(): ScriptScope {
  const levels = [new Map<string, ScriptValue>()];
  const holder = (name: string): Map<string, ScriptValue> | undefined =>
    levels.findLast((level) => level.has(name));
  const declare = (name: string, value: ScriptValue): void => {
    levels.at(-1)?.set(name, value);
  };
  return {
    get: (name) => holder(name)?.get(name),
    declare,
    assign(name, value, isConditional) {
      const level = holder(name);
      const before = level?.get(name);
      if (level === undefined || before === undefined) {
        declare(name, value);
      } else {
        const isFirst = isNothing(before);
        level.set(name, isConditional ? (isFirst ? value : either(before, value)) : value);
      }
    },
    rename(text, reference) {
      for (const level of levels) {
        for (const [name, value] of level) {
          if (value.kind === 'text' && value.text === text) {
            level.set(name, textValue(reference));
          }
        }
      }
    },
    enter: () => levels.push(new Map()),
    leave: () => levels.pop(),
  };
}

/** What a script begins with where it looks for something. */
function isNothing(value: ScriptValue): boolean {
  const isEmpty =
    (value.kind === 'text' && value.text === '') || (value.kind === 'constant' && value.value === null);
  return value.kind === 'unknown' || isEmpty;
}

/** More alternatives than these say nothing any more. */
const MAX_ALTERNATIVES = 8;

function either(one: ScriptValue, other: ScriptValue): ScriptValue {
  const values = [one, other].flatMap((value) => (value.kind === 'either' ? value.values : [value]));
  return values.length > MAX_ALTERNATIVES ? UNKNOWN : { kind: 'either', values };
}
