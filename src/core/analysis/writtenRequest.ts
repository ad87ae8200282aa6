/** A request as its chain file has it, for people who look into what it does: without credentials that stand in it. */
import { createChainReader } from './readSource';
import { requestFindings } from './requestFindings';

/** The lines of a request. */
export interface WrittenRequest {
  /** Workspace path, `/` as separator. */
  readonly file: string;
  /** Of its first line, from 1. */
  readonly line: number;
  /** From `{` to `}`, moved to the left margin. */
  readonly text: string;
}

/** What stands for a credential that somebody wrote into the file. */
const HIDDEN = '‹secret›';

/** Finds a request in the text of a chain file; absent when there is none of this id. Never throws. */
export function writtenRequest(text: string, file: string, id: string): WrittenRequest | undefined {
  const source = createChainReader()(text, file);
  const request = source.requests.find((one) => one.id === id);
  if (request === undefined) {
    return undefined;
  }
  const { start, end } = request;
  const before = text.slice(0, start).split(/\r\n|\r|\n/);
  const margin = /^\s*/.exec(before.at(-1) ?? '')?.[0] ?? '';
  const hidden = requestFindings(text, request)
    .filter(({ code }) => code === 'hard-coded-credential')
    .toSorted((one, other) => other.range.start - one.range.start)
    .reduce(
      (own, { range }) => `${own.slice(0, range.start)}${HIDDEN}${own.slice(range.end)}`,
      text.slice(start, end),
    );
  const lines = hidden.split(/\r\n|\r|\n/);
  return {
    file,
    line: before.length,
    text: lines.map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line)).join('\n'),
  };
}
