/**
 * The variables of a collection or an environment, and the constants that scripts set.
 *
 * Postman's collections hold an empty entry for every variable that a script will fill. A constant of a chain
 * would be the value until then, so an empty entry of a variable that is set elsewhere is left out.
 */
import type { ScriptConstant } from '../scripts/scriptAccount';
import { memberOf, scalarText, type Foreign } from '../../shape/externalJson';
import { stringifyJson } from '../../../../core/json/json';
import type { ImportedVariable } from '../../shape/imported';
import type { TextReader } from './postmanText';

/** The enabled entries of a list of variables; of several with one name the last, as Postman has it. */
export function readConstants(
  entries: readonly Foreign[],
  reader: TextReader,
  remark: (sentence: string) => void,
): readonly ImportedVariable[] {
  const variables = new Map<string, ImportedVariable>();
  for (const entry of entries) {
    const key = scalarText(memberOf(entry, 'key') ?? memberOf(entry, 'id')) ?? '';
    if (key === '') {
      remark('A variable without a name is left out.');
    } else if (memberOf(entry, 'enabled') === false || memberOf(entry, 'disabled') === true) {
      remark(`The variable ${JSON.stringify(key)} is switched off and left out.`);
    } else {
      const name = reader.nameOf(key);
      const written = memberOf(entry, 'value');
      const text =
        scalarText(written) ?? (written === undefined || written === null ? '' : stringifyJson(written));
      variables.set(name, { name, value: reader.read(text), isSecret: memberOf(entry, 'type') === 'secret' });
    }
  }
  return [...variables.values()];
}

/**
 * The constants of a collection with those of its scripts. A script's constant takes the place of an empty
 * entry; one that differs from another value of the variable is reported, for only scripts can change it.
 *
 * @param produced variables that responses give
 */
export function resolveConstants(
  declared: readonly ImportedVariable[],
  fromScripts: readonly ScriptConstant[],
  produced: ReadonlySet<string>,
  remark: (sentence: string) => void,
): readonly ImportedVariable[] {
  const values = new Map(declared.map((variable) => [variable.name, variable]));
  for (const { name, text } of fromScripts) {
    const known = values.get(name);
    if (known === undefined || known.value === '') {
      values.set(name, { name, value: text, isSecret: known?.isSecret ?? false });
    } else if (known.value !== text) {
      remark(
        `Scripts set ${name} to other values than its first: ${JSON.stringify(text)} is not carried over.`,
      );
    }
  }
  return [...values.values()].filter(({ name, value }) => value !== '' || !produced.has(name));
}
