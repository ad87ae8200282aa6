/** The texts of imported files, laid out as people write them. */
import { writeJson } from '../../../core/edit/jsonText';
import type { JsonObject, JsonValue } from '../../../core/json/json';

const LAYOUT = { unit: '  ', lineBreak: '\n' } as const;

/** A file of ours: its members one below the other, and so the members of the requests. */
export function layOutFile(file: JsonObject): string {
  const lines = Object.entries(file).map(([name, value]) => {
    const before = `  ${JSON.stringify(name)}: `;
    return before + (name === 'requests' ? layOutRequests(value) : layOut(value, '  ', before.length));
  });
  return `{\n${lines.join(',\n')}\n}\n`;
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
