/** The headers of a request in Postman: rows, or lines of one text. */
import type { WrittenField } from '../../../../core/files/writtenChain';
import { isReservedName } from '../../shape/chainNames';
import { isTrue, itemsOf, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import type { TextReader } from './postmanText';

/** Reads the `header` of a request; `remark` gets those that no chain can have. */
export function readHeaders(
  value: Foreign,
  reader: TextReader,
  remark: (sentence: string) => void,
): readonly WrittenField[] {
  const lines = textOf(value)?.split(/\r?\n/) ?? [];
  const rows = lines.map((line) => {
    const [, key = line, text = ''] = /^([^:]*):\s*(.*)$/.exec(line) ?? [];
    return { key, value: text };
  });
  return [...rows, ...itemsOf(value)].flatMap((row): readonly WrittenField[] => {
    const name = reader.read((scalarText(memberOf(row, 'key')) ?? '').trim());
    const text = reader.read(scalarText(memberOf(row, 'value')) ?? '');
    if (name === '' || isReservedName(name)) {
      if (name !== '' || text !== '') {
        remark(`A header that has no usable name is left out: ${JSON.stringify(`${name}: ${text}`)}.`);
      }
      return [];
    }
    return [{ name, value: text, ...(isTrue(row, 'disabled') ? { disabled: true } : {}) }];
  });
}
