/** The texts of imported files: laid out as people write them, and constants with the types they are used with. */
import { writeJson } from '../../../core/edit/jsonText';
import type { JsonObject, JsonValue } from '../../../core/json/json';
import type { ImportedVariable } from '../shape/imported';
import { readTemplateJson } from '../shape/templateJson';

const LAYOUT = { unit: '  ', lineBreak: '\n' } as const;

/** A file of ours: its members one below the other, and so the members of the requests. */
export function layOutFile(file: JsonObject): string {
  const lines = Object.entries(file).map(([name, value]) => {
    const before = `  ${JSON.stringify(name)}: `;
    return before + (name === 'requests' ? layOutRequests(value) : layOut(value, '  ', before.length));
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/**
 * Constants that stand in JSON without quotes as the numbers, words, lists and objects that their texts are there;
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

function layOutRequests(requests: JsonValue): string {
  if (!Array.isArray(requests) || requests.length === 0) {
    return '[]';
  }
  const items = (requests as readonly JsonValue[]).map(
    (request) => `    ${writeJson(request, LAYOUT, { indent: '    ', column: 4 }, 'spread')}`,
  );
  return `[\n${items.join(',\n')}\n  ]`;
}

function layOut(value: JsonValue, indent: string, column: number): string {
  return writeJson(value, LAYOUT, { indent, column });
}

function typedValue(value: JsonValue): JsonValue {
  const read = typeof value === 'string' ? readTemplateJson(value) : undefined;
  return read === undefined ? value : read.value;
}
