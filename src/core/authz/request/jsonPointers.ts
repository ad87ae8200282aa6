/**
 * The places of values in a JSON text, as JSON pointers (RFC 6901): worked out from its tokens, so that a number
 * keeps the digits it was written with and a text of any size and depth is read once.
 */
import { scanJson, type JsonTokenKind } from '../../json/jsonTokens';
import { withoutJsonEscapes } from '../../masking/unescape';
import { escapePointer } from '../../prepare/references';

/** A string, number, `true`, `false` or `null`, or the name of a member; offsets as in the text, `end` exclusive. */
export interface JsonToken {
  readonly kind: 'name' | 'string' | 'scalar';
  readonly start: number;
  readonly end: number;
  /** Pointer to the value, or to the value of the member that is named. */
  readonly pointer: () => string;
}

/** Calls `visit` for each token that says something, in order. What is not JSON has pointers that mean little. */
export function walkJson(text: string, visit: (token: JsonToken) => void): void {
  const levels: Level[] = [];
  const pointer = (): string => levels.map(stepOf(text)).join('');
  scanJson(text, (kind, start, end) => {
    if (kind === '"' || kind === 'scalar') {
      const level = levels.at(-1);
      const isName = level?.expectsName === true;
      if (isName) {
        Object.assign(level, { start, end, expectsName: false });
      }
      visit({ kind: isName ? 'name' : kind === '"' ? 'string' : 'scalar', start, end, pointer });
    } else {
      follow(levels, kind);
    }
  });
}

function follow(levels: Level[], mark: Exclude<JsonTokenKind, '"' | 'scalar'>): void {
  const level = levels.at(-1);
  switch (mark) {
    case '{':
    case '[':
      levels.push({ isList: mark === '[', index: 0, start: 0, end: 0, expectsName: mark === '{' });
      break;
    case '}':
    case ']':
      levels.pop();
      break;
    case ',':
      if (level !== undefined) {
        level.index += 1;
        level.expectsName = !level.isList;
      }
      break;
    case ':':
      break;
  }
}

/** The characters of a string token or a name, without quotes and escapes. */
export function stringAt(text: string, { start, end }: Pick<JsonToken, 'start' | 'end'>): string {
  const token = text.slice(start, end);
  return withoutJsonEscapes(
    token.startsWith('"') ? token.slice(1, token.endsWith('"') ? -1 : undefined) : token,
  );
}

/** Pointers to the values at some offsets, which must ascend. */
export function pointersAt(text: string, offsets: readonly number[]): readonly string[] {
  const pointers: string[] = [];
  walkJson(text, ({ end, pointer }) => {
    while (pointers.length < offsets.length && (offsets[pointers.length] ?? 0) < end) {
      pointers.push(pointer());
    }
  });
  return offsets.map((_, index) => pointers[index] ?? '');
}

/** An object or list that is being read; `start` and `end` of the last name. */
interface Level {
  readonly isList: boolean;
  index: number;
  start: number;
  end: number;
  expectsName: boolean;
}

function stepOf(text: string): (level: Level) => string {
  return ({ isList, index, start, end }) =>
    `/${isList ? String(index) : escapePointer(stringAt(text, { start, end }))}`;
}
