/** The types of constants: the files of most tools hold texts, whatever a request makes of them. */
import type { JsonValue } from '../../../core/json/json';
import type { ImportedVariable } from './imported';
import { readTemplateJson } from './templateJson';

/**
 * Constants that are used in JSON without quotes, as the numbers, words, lists and objects that their texts are there;
 * all others as they are.
 */
export function typedValues(
  variables: readonly ImportedVariable[],
  typed: ReadonlySet<string>,
): readonly ImportedVariable[] {
  return variables.map((variable) =>
    typed.has(variable.name) ? { ...variable, value: typedValue(variable.value) } : variable,
  );
}

function typedValue(value: JsonValue): JsonValue {
  const read = typeof value === 'string' ? readTemplateJson(value) : undefined;
  return read === undefined ? value : read.value;
}
