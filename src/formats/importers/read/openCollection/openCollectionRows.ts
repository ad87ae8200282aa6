/** Rows and variables in OpenCollection's YAML: a name, a value and whether it is switched off. */
import { isNumber, readPlainJson, type JsonValue } from '../../../../core/json/json';
import type { BrunoRow, BrunoVariable } from '../bruno/brunoTree';
import { isTrue, itemsOf, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';

/** A row with a name and a value. */
export function readRow(row: Foreign): BrunoRow {
  const value = memberOf(row, 'value') ?? '';
  return {
    name: scalarText(memberOf(row, 'name')) ?? '',
    value: scalarText(value) ?? scalarText(memberOf(value, 'data')) ?? '',
    isDisabled: isTrue(row, 'disabled'),
  };
}

/** Variables, with the types that their values say they have. */
export function readVariables(list: Foreign): readonly BrunoVariable[] {
  return itemsOf(list).map((variable) => ({
    name: scalarText(memberOf(variable, 'name')) ?? '',
    value: typedValue(memberOf(variable, 'value') ?? ''),
    isSecret: isTrue(variable, 'secret'),
    isDisabled: isTrue(variable, 'disabled'),
  }));
}

/** Rows, such as headers. */
export function readRows(list: Foreign): readonly BrunoRow[] {
  return itemsOf(list).map(readRow);
}

/** `{ type: number, data: "100" }`; what is not of its type stays a text, as in Bruno. */
function typedValue(value: JsonValue): JsonValue {
  const data = textOf(memberOf(value, 'data'));
  if (data === undefined) {
    return value;
  }
  const read = readPlainJson(data);
  switch (memberOf(value, 'type')) {
    case 'number':
      return read !== undefined && isNumber(read) ? read : data;
    case 'boolean':
      return typeof read === 'boolean' ? read : data;
    case 'object':
      return typeof read === 'object' && read !== null ? read : data;
    default:
      return data;
  }
}
