/**
 * JSON with comments as people write it: members of an object on lines of their own, each below the remarks
 * that concern it, values in one line where they fit.
 */
import { writeJson } from '../../edit/jsonText';
import type { JsonValue } from '../../json/json';
import { oneLine } from '../../shownText';

/** A member of an object, and the comment above it. */
export interface RemarkedMember {
  readonly name: string;
  /** A line each; absent or empty for none. */
  readonly remarks?: readonly string[];
  /** A value, or the members of an object. */
  readonly value: JsonValue | RemarkedObject;
}

/** An object whose members have remarks. */
export class RemarkedObject {
  constructor(readonly members: readonly RemarkedMember[]) {}
}

/** The text of a file that holds such an object. */
export function writeRemarked(object: RemarkedObject): string {
  return `${writeObject(object, '')}\n`;
}

/** As the sample's matrix is laid out; the comma behind a value counts. */
const LAYOUT = { unit: '  ', lineBreak: '\n', columns: 109 };

function writeObject({ members }: RemarkedObject, indent: string): string {
  const inner = indent + LAYOUT.unit;
  const last = members.length - 1;
  const lines = members.flatMap(({ name, remarks = [], value }, index) => {
    const before = `${inner}${JSON.stringify(name)}: `;
    const place = { indent: inner, column: before.length };
    const text =
      value instanceof RemarkedObject ? writeObject(value, inner) : writeJson(value, LAYOUT, place);
    return [
      // What a chain names itself must not end the comment.
      ...remarks.map((remark) => `${inner}// ${oneLine(remark)}`),
      `${before}${text}${index === last ? '' : ','}`,
    ];
  });
  return lines.length === 0 ? '{}' : ['{', ...lines, `${indent}}`].join('\n');
}
