/** A request as its chain file has it, for people who look into what it does: without credentials and comments. */
import { parseTree, withoutComments } from '../json/jsonTree';
import { createChainReader } from './readSource';
import { writtenCredentials } from './writtenCredentials';
import type { TextRange } from '../problem';

/** The lines of a request. */
export interface WrittenRequest {
  /** Workspace path, `/` as separator. */
  readonly file: string;
  /** Of its first line, from 1. */
  readonly line: number;
  /** From `{` to `}`, moved to the left margin, without comments and empty lines. */
  readonly text: string;
}

/** Replaces a credential that somebody wrote into the file. */
const HIDDEN = '‹secret›';

/**
 * Finds a request in the text of a chain file. Never throws.
 *
 * Absent when there is none of this id, or when its text has faults: then credentials could be missed.
 */
export function writtenRequest(text: string, file: string, id: string): WrittenRequest | undefined {
  const source = createChainReader()(text, file);
  const request = source.requests.find((one) => one.id === id);
  const own = request === undefined ? '' : withoutComments(text.slice(request.start, request.end));
  const { root, faults } = parseTree(own);
  if (request === undefined || root?.kind !== 'object' || faults.length > 0) {
    return undefined;
  }
  const before = text.slice(0, request.start).split(LINE_END);
  const margin = /^\s*/.exec(before.at(-1) ?? '')?.[0] ?? '';
  const lines = withoutRanges(own, writtenCredentials(own, root))
    .split(LINE_END)
    .map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line).trimEnd());
  return { file, line: before.length, text: lines.filter((line) => line !== '').join('\n') };
}

const LINE_END = /\r\n|\r|\n/;

function withoutRanges(text: string, ranges: readonly TextRange[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of ranges) {
    pieces.push(text.slice(copied, start), HIDDEN);
    copied = end;
  }
  return pieces.join('') + text.slice(copied);
}
