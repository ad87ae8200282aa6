/**
 * An `.http` file taken apart: a region for each request with the lines before and after it.
 *
 * Three tools share the form and differ in details, none of which says which tool it was; so a line is what any
 * of them takes it for. Requests are parted by `###`, and in httpYac also without it, by the next request line.
 */
import {
  addressPart,
  answerFile,
  boundaryOf,
  commentLine,
  handlerFile,
  headerLine,
  isResponseLine,
  metaLine,
  requestLine,
  requestLineInBody,
  separatorTitle,
  spreadName,
  variableLine,
} from './httpLines';
import type { HttpRegion, HttpScript } from './httpRegion';
import { documentation } from '../../shape/remark';

/** Takes a file apart, from its first line to its last. */
export function readRegions(text: string): readonly HttpRegion[] {
  const reader = new RegionReader();
  text.split(/\r\n|\n|\r/).forEach((line, index) => reader.take(line, index + 1));
  return reader.finish();
}

type Draft = {
  -readonly [Name in keyof HttpRegion]: Growing<HttpRegion[Name]>;
};

type Growing<Value> = Value extends readonly (infer Item)[] ? Growing<Item>[] : Value;

const newDraft = (title: string): Draft => ({
  title,
  meta: [],
  comments: [],
  variables: [],
  scripts: [],
  headers: [],
  spreads: [],
  body: [],
  checks: [],
  answers: [],
  remarks: [],
});

/** What the next line is expected to be. */
type State = 'head' | 'target' | 'headers' | 'body' | 'response' | 'command';

/** A piece over several lines, and the line that ends it. */
interface Block {
  readonly end: RegExp;
  readonly lines: string[];
  readonly close: (lines: readonly string[]) => void;
}

class RegionReader {
  private readonly regions: HttpRegion[] = [];
  private draft = newDraft('');
  private state: State = 'head';
  private block: Block | undefined;
  /** The boundary between the parts of the body; absent when it has no parts. */
  private boundary: string | undefined;

  take(line: string, number: number): void {
    if (this.block !== undefined) {
      this.inBlock(line, this.block);
      return;
    }
    const title = separatorTitle(line);
    if (title !== undefined) {
      this.begin(title);
    } else if (this.state === 'response') {
      this.response(line);
    } else if (!this.special(line)) {
      this.ordinary(line, number);
    }
  }

  finish(): readonly HttpRegion[] {
    this.block?.close(this.block.lines);
    this.begin('');
    return this.regions;
  }

  private begin(title: string): void {
    const { draft } = this;
    const body = [...draft.body];
    while (body.at(-1)?.trim() === '') {
      body.pop();
    }
    this.regions.push({ ...draft, body });
    this.draft = newDraft(title);
    this.state = 'head';
    this.boundary = undefined;
  }

  private inBlock(line: string, block: Block): void {
    const end = block.end.exec(line);
    if (end === null) {
      block.lines.push(line);
      return;
    }
    this.block = undefined;
    block.close([...block.lines, line.slice(0, end.index)]);
  }

  /** Scripts and comments over several lines, which are allowed nearly everywhere. */
  private special(line: string): boolean {
    const [, mark, first] = /^\s*([<>])\s*\{%(.*)$/.exec(line) ?? [];
    if (mark !== undefined && first !== undefined) {
      this.open(/%\}/, first, (lines) => this.script(mark === '<' ? 'before' : 'after', lines));
      return true;
    }
    if (/^\s*\{\{(?:[+@~^*]\S*)?\s*$/.test(line)) {
      const when = this.draft.request === undefined ? 'before' : 'after';
      this.open(/^\s*\}\}\s*$/, undefined, (lines) => this.script(when, lines));
      return true;
    }
    const [, comment] = this.state === 'body' ? [] : (/^\s*\/\*(.*)$/.exec(line) ?? []);
    if (comment !== undefined) {
      this.open(/\*\//, comment, (lines) => this.draft.comments.push(...lines.map((one) => one.trim())));
    }
    return comment !== undefined;
  }

  private open(end: RegExp, first: string | undefined, close: Block['close']): void {
    this.block = { end, lines: [], close };
    if (first !== undefined) {
      this.inBlock(first, this.block);
    }
  }

  private script(when: HttpScript['when'], lines: readonly string[]): void {
    this.draft.scripts.push({ when, text: lines.join('\n') });
  }

  private ordinary(line: string, number: number): void {
    switch (this.state) {
      case 'head':
        this.head(line, number);
        return;
      case 'target':
      case 'headers':
        this.underRequest(line);
        return;
      case 'command':
        this.command(line);
        return;
      default:
        this.body(line);
    }
  }

  private head(line: string, number: number): void {
    const { draft } = this;
    if (line.trim() === '' || this.directive(line)) {
      return;
    }
    const request = requestLine(line);
    if (request !== undefined) {
      draft.request = request;
      this.state = 'target';
    } else if (/^\s*curl\s/i.test(line)) {
      draft.command = line;
      this.state = 'command';
    } else if (/^\s*(?:fragment|query|mutation)\s+\w/.test(line)) {
      this.fragment(line);
    } else {
      draft.remarks.push(`Line ${number} is not understood and left out: ${line.trim()}`);
    }
  }

  /** What is said about the next request in front of it. */
  private directive(line: string): boolean {
    const { draft } = this;
    const [meta, comment, variable] = [metaLine(line), commentLine(line), variableLine(line)];
    if (meta !== undefined) {
      draft.meta.push(meta);
    } else if (comment !== undefined) {
      draft.comments.push(comment);
    } else if (variable !== undefined) {
      draft.variables.push(variable);
    }
    return (meta ?? comment ?? variable) !== undefined;
  }

  /** A part of a query that others use by its name, up to the empty line after it. */
  private fragment(line: string): void {
    this.open(/^\s*$/, line, (lines) =>
      this.draft.meta.push({ name: 'fragment', value: lines.join('\n').trim() }),
    );
  }

  private underRequest(line: string): void {
    const { draft } = this;
    const part = this.state === 'target' ? addressPart(line, draft.request?.url ?? '') : undefined;
    const spread = spreadName(line);
    const header = headerLine(line);
    if (part !== undefined && draft.request !== undefined) {
      draft.request = { ...draft.request, url: draft.request.url + part };
    } else if (line.trim() === '') {
      this.state = 'body';
      this.boundary = boundaryOf(draft.headers);
    } else if (requestLineInBody(line) !== undefined) {
      this.next(line);
    } else if (spread !== undefined) {
      draft.spreads.push(spread);
    } else if (header !== undefined && !this.after(line)) {
      this.state = 'headers';
      draft.headers.push(header);
    } else if (commentLine(line) === undefined && header === undefined && !this.after(line)) {
      this.state = 'body';
      this.boundary = boundaryOf(draft.headers);
      this.body(line);
    }
  }

  /** Lines after a request that are no part of what is sent. */
  private after(line: string): boolean {
    const check = /^\s*\?\?\s*(.+?)\s*$/.exec(line)?.[1];
    const file = handlerFile(line);
    const answer = answerFile(line);
    if (check !== undefined) {
      this.draft.checks.push(check);
    } else if (answer !== undefined) {
      this.draft.remarks.push(
        documentation(`The answer that is kept in the file ${JSON.stringify(answer)} is not imported.`),
      );
    } else if (file !== undefined) {
      this.draft.remarks.push(
        `What the file ${JSON.stringify(file)} does with its answer is not carried over.`,
      );
    }
    return (check ?? answer ?? file) !== undefined;
  }

  private body(line: string): void {
    const { draft, boundary } = this;
    if (boundary !== undefined) {
      draft.body.push(line);
      this.boundary = line.trim() === `--${boundary}--` ? undefined : boundary;
      return;
    }
    if (isResponseLine(line)) {
      this.state = 'response';
      this.response(line);
    } else if (this.beginsNext(line)) {
      this.next(line);
    } else if (!this.after(line) && (draft.body.length > 0 || line.trim() !== '')) {
      draft.body.push(line);
    }
  }

  /** Whether a line after the first of a body belongs to another request. */
  private beginsNext(line: string): boolean {
    const { body } = this.draft;
    const isAfterBlank = body.length === 0 || body.at(-1)?.trim() === '';
    return (
      (isAfterBlank && (metaLine(line) ?? variableLine(line)) !== undefined) ||
      requestLineInBody(line) !== undefined
    );
  }

  private response(line: string): void {
    const { answers } = this.draft;
    if (isResponseLine(line)) {
      answers.push([line]);
    } else {
      answers.at(-1)?.push(line);
    }
  }

  private command(line: string): void {
    if (line.trim() === '') {
      this.state = 'body';
    } else {
      this.draft.command = `${this.draft.command ?? ''}\n${line}`;
    }
  }

  /** A request without a separator before it. */
  private next(line: string): void {
    this.begin('');
    this.head(line, 0);
  }
}
