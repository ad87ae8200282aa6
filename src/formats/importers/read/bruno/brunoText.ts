/**
 * Texts of Bruno as texts of a chain. Folders and requests have variables that only they see; those that are
 * called like others have the name of their owner before theirs.
 */
import { dynamicVariable } from '../postman/postmanText';
import type { ScriptTexts } from '../scripts/postmanApi';
import type { VariableNames } from '../../shape/chainNames';

/** Names that surroundings give to their own variables. */
export type OwnNames = ReadonlyMap<string, string>;

/** A reader of texts in the scope of `own`. */
export function brunoReader(
  names: VariableNames,
  own: OwnNames,
  remark: (sentence: string) => void,
): ScriptTexts {
  const nameOf = (variable: string): string => names.nameFor(own.get(variable) ?? variable);
  return {
    nameOf,
    read: (text) =>
      text.includes('{{')
        ? text.replace(/\{\{([^{}]+)\}\}/g, (whole, written: string) => {
            const name = written.trim();
            const [, environment] = /^process\.env\.(\w+)$/.exec(name) ?? [];
            if (environment !== undefined) {
              return `{{$processEnv ${environment}}}`;
            }
            if (!name.startsWith('$')) {
              return name === '' ? whole : `{{${nameOf(name.replace(/^\?\s*/, ''))}}}`;
            }
            const made = dynamicVariable(name.slice(1));
            if (made === undefined) {
              remark(
                `Nothing makes a value like ${whole} here. Give the variable ${nameOf(name.slice(1))} one.`,
              );
            }
            return made ?? `{{${nameOf(name.slice(1))}}}`;
          })
        : text,
  };
}
