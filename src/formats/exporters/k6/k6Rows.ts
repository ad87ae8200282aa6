/** Rows of data in a script for k6: its iterations take one after the other, whoever runs them. */
import type { JsonValue } from '../../../core/json/json';
import type { ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import { scriptLiteral } from '../scriptText';
import type { K6Texts } from './k6Texts';

/** Pieces of the script. */
export interface K6Rows {
  /** Imports, and the rows. */
  readonly declaration: string;
  /** The condition that no row has a column of a `name`. */
  readonly lacks: string;
  /** The condition that the row has a column of a `name`, behind others. */
  readonly has: string;
  /** Gives the value of a `name` in the row. */
  readonly lookup: string;
  /** Lines that take the row of an iteration. */
  readonly next: readonly string[];
}

/** The pieces for a chain; absent for one that runs once. */
export function k6Rows(
  { data, parts, pathTo }: ExportedChain,
  texts: K6Texts,
  remark: Remark,
): K6Rows | undefined {
  const file = parts.at(-1)?.file;
  if (data === undefined || file === undefined) {
    return undefined;
  }
  if (parts.length > 1) {
    remark('k6 runs required chains again for each row.');
  }
  if (typeof data === 'string') {
    const { read, isJson, helper } = readerFor(data);
    if (isJson) {
      remark(`k6 reads the numbers of ${data} as JavaScript does: beyond 2^53 they lose digits.`);
    }
    const text = `open(${scriptLiteral(pathTo(file, data))})`;
    return {
      declaration: `import { SharedArray } from "k6/data";\n${EXECUTION}const rows = new SharedArray("rows", () => ${read(text)});\n${helper}`,
      lacks: ' && ![...rows].some((one) => Object.keys(one).includes(name))',
      has: HAS,
      lookup: lookup('row[name]'),
      next: NEXT,
    };
  }
  const rows = data.map((row) => {
    const members = Object.entries(row).map(([name, value]) => valueLine(name, value, texts));
    return `  { ${members.join(', ')} },`;
  });
  return {
    declaration: `${EXECUTION}const rows = [\n${rows.join('\n')}\n];\n`,
    lacks: '',
    has: HAS,
    lookup: lookup('row[name]()'),
    next: NEXT,
  };
}

/** How a script reads a data file, which its name tells. */
interface FileReader {
  readonly read: (text: string) => string;
  readonly isJson: boolean;
  /** What it needs for that. */
  readonly helper: string;
}

function readerFor(file: string): FileReader {
  const name = file.toLowerCase();
  if (name.endsWith('.csv')) {
    return { read: (text) => `readCsv(${text})`, isJson: false, helper: READ_CSV };
  }
  return name.endsWith('.jsonl')
    ? {
        read: (text) =>
          `${text}.split("\\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line))`,
        isJson: true,
        helper: '',
      }
    : { read: (text) => `JSON.parse(${text})`, isJson: true, helper: '' };
}

/** Reads what RFC 4180 says; the first line names the columns. */
const READ_CSV = `
function readCsv(text) {
  const records = [[]];
  for (const [, quoted, plain, end] of text.replace(/^\\uFEFF/, "").matchAll(/(?:"((?:[^"]|"")*)"|([^",\\r\\n]*))(,|\\r?\\n|$)/g)) {
    records[records.length - 1].push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "") break;
    if (end !== ",") records.push([]);
  }
  const [columns, ...others] = records.filter((cells) => cells.length > 1 || cells[0] !== "");
  return others.map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index]])));
}
`;

/** A value as a member of an object, which is computed when it is used. */
export function valueLine(name: string, value: JsonValue, texts: K6Texts): string {
  return `${scriptLiteral(name)}: () => ${texts.value(value)}`;
}

const EXECUTION = 'import exec from "k6/execution";\n\nlet row = {};\n';

const NEXT = ['  row = rows[exec.scenario.iterationInTest % rows.length];'];

const HAS = ' || Object.keys(row).includes(name)';

const lookup = (value: string): string => `  if (Object.keys(row).includes(name)) return ${value};\n`;
