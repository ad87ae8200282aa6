/**
 * The commands of a text: its pieces put together by what all shells have in common, such as pipes,
 * redirections and the ends of commands.
 *
 * Two things are read as people mean them, not as a shell does: a line that begins with an option continues
 * the command above it, and `&` inside a URL belongs to it, because its author forgot the quotes. Of notes in
 * Markdown only the blocks of code are commands.
 */
import { defined } from '../../../../core/defined';
import { UserError } from '../../../../core/errors';
import { cmdTokens, isCmd } from './cmdTokens';
import { isCurl } from '../detectFormat';
import { posixTokens } from './posixTokens';
import { isPowerShell, powerShellTokens } from './powerShellTokens';
import {
  outputOf,
  type Assignment,
  type CommandInput,
  type CommandList,
  type ShellCommand,
} from './shellCommand';
import type { ShellToken } from './shellToken';

/** UTF-16 code units; the expressions here need a stack in proportion to a text. */
const MAX_LENGTH = 1_000_000;

/** Reads the commands of a text. Throws UserError when it is too long or a quote is not closed. */
export function readCommands(written: string): CommandList {
  if (written.length > MAX_LENGTH) {
    throw new UserError('This command is too long to be read.', 'Put its data into a file.');
  }
  // A script whose lines all end as on Windows is one that somebody saved there.
  const lines = /(?<!\r)\n/.test(written) ? written : written.replaceAll('\r\n', '\n');
  const text = fencedText(lines) ?? lines;
  const assembly = new Assembly(text);
  for (const token of tokensOf(text)) {
    assembly.take(token);
  }
  return assembly.finish();
}

/** The code blocks of Markdown, each line at its place; absent when none of them has cURL. */
function fencedText(text: string): string | undefined {
  let fence: string | undefined;
  const lines = text.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    const isMark = mark !== undefined && (fence === undefined || mark === fence);
    fence = isMark ? (fence === undefined ? mark : undefined) : fence;
    return isMark || fence === undefined ? '' : line;
  });
  return lines.some((line) => isCurl(line)) ? lines.join('\n') : undefined;
}

/** CommonMark, "Fenced code blocks". */
const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;

function tokensOf(text: string): readonly ShellToken[] {
  if (isCmd(text)) {
    return cmdTokens(text);
  }
  return isPowerShell(text) ? powerShellTokens(text) : posixTokens(text);
}

/** A command that is being put together. */
interface Draft {
  readonly words: string[];
  readonly assignments: Assignment[];
  readonly remarks: string[];
  input?: CommandInput;
  start?: number;
  end: number;
}

const NEW_DRAFT = (): Draft => ({ words: [], assignments: [], remarks: [], end: 0 });

class Assembly {
  private readonly commands: ShellCommand[] = [];
  private draft = NEW_DRAFT();
  private heading: readonly string[] = [];
  private comments: string[] = [];
  /** The role of the next word when it is not part of the command. */
  private target: 'readFrom' | 'writeTo' | 'glue' | undefined;
  /** What the command in front of the pipe gives. */
  private piped: CommandInput | undefined;

  constructor(private readonly text: string) {}

  take(token: ShellToken): void {
    switch (token.kind) {
      case 'word':
        this.word(token);
        return;
      case 'comment':
        this.comments.push(token.text);
        return;
      case 'input':
        this.draft.input = { kind: 'text', text: token.text };
        this.reach(token);
        return;
      case 'readFrom':
      case 'writeTo':
        this.target = token.kind;
        this.reach(token);
        return;
      case 'glue':
        this.glue(token);
        return;
      case 'line':
        this.line(token);
        return;
      case 'pipe':
      case 'end':
        this.close(token.kind === 'pipe');
    }
  }

  finish(): CommandList {
    this.close(false);
    const last = this.commands.at(-1);
    if (this.comments.length > 0 && last !== undefined) {
      this.commands.splice(-1, 1, { ...last, comments: [...last.comments, ...this.comments] });
    }
    return { commands: this.commands, heading: this.heading };
  }

  private word(token: Extract<ShellToken, { kind: 'word' }>): void {
    const { draft, target } = this;
    this.reach(token);
    this.target = undefined;
    draft.remarks.push(
      ...(token.unknown ?? []).map(
        (part) => `What a shell would put in place of this is not known, so it stays unchanged: ${part}`,
      ),
    );
    if (target === 'readFrom') {
      draft.input = { kind: 'file', path: token.text };
    } else if (target === 'glue') {
      draft.words.push(`${draft.words.pop() ?? ''}&${token.text}`);
    } else if (target === undefined && token.assigns !== undefined && draft.words.every(isDeclaration)) {
      draft.assignments.push(token.assigns);
    } else if (target === undefined) {
      draft.words.push(token.text);
    }
  }

  private reach({ start, end }: ShellToken): void {
    this.draft.start ??= start;
    this.draft.end = end;
  }

  private glue(token: ShellToken): void {
    const word = this.draft.words.at(-1);
    if (word?.includes('?') !== true) {
      this.close(false);
      return;
    }
    this.target = 'glue';
    this.draft.remarks.push(
      'A shell would end the command at the & in its URL, which has no quotes. It is read as part of the URL.',
    );
    this.reach(token);
  }

  private line({ end, isBlank }: Extract<ShellToken, { kind: 'line' }>): void {
    const isEmpty = this.draft.start === undefined;
    const goesOn = /^[ \t]*-/.test(this.text.slice(end, end + 200));
    if (!isEmpty && !goesOn) {
      this.close(false);
    }
    if (isEmpty && isBlank && this.commands.length === 0) {
      this.heading = [...this.heading, ...this.comments.splice(0)];
    }
  }

  private close(isPiped: boolean): void {
    const { draft, piped } = this;
    this.draft = NEW_DRAFT();
    this.target = undefined;
    this.piped = undefined;
    if (draft.start === undefined) {
      // After a pipe or && a command can be on the next line.
      this.piped = piped;
      return;
    }
    const { words, assignments, remarks, start, end } = draft;
    const input = draft.input ?? piped;
    this.commands.push({
      words: assignments.length > 0 && words.every(isDeclaration) ? [] : words,
      assignments,
      ...defined({ input }),
      isPiped,
      comments: this.comments.splice(0),
      source: this.text.slice(start, end),
      rest: this.text.slice(end),
      remarks: [...new Set(remarks)],
    });
    this.piped = isPiped ? outputOf(words, input, this.text.slice(start, end)) : undefined;
  }
}

/** Words in front of variables that are set. */
function isDeclaration(word: string): boolean {
  return /^(?:export|local|readonly|declare|typeset)$/.test(word);
}
