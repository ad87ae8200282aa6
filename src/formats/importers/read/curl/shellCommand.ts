/**
 * A command as a shell would start it, whichever shell that is. Nothing is carried out: what only a running
 * shell would know stays text or is named as unknown.
 */

/** A command with its place in the text. */
export interface ShellCommand {
  /** Quotes and escapes resolved, `$TOKEN` written as `{{TOKEN}}`; the command itself comes first. */
  readonly words: readonly string[];
  /** Variables that are set in front of the command, or by it when it has no words. */
  readonly assignments: readonly Assignment[];
  /** Absent when it reads nothing but what the terminal gives. */
  readonly input?: CommandInput;
  /** Its output goes to the next command. */
  readonly isPiped: boolean;
  /** Comments before it and on its line, without their marks. */
  readonly comments: readonly string[];
  /** As written. */
  readonly source: string;
  /** Everything after it. */
  readonly rest: string;
  /** What was read in another way than a shell does, a sentence each. */
  readonly remarks: readonly string[];
}

/** A variable of a shell. */
export interface Assignment {
  readonly name: string;
  /** As in `words`. */
  readonly value: string;
  /** The commands whose output is the value: `TOKEN=$(curl …)`. */
  readonly commands?: string;
}

/** What a command finds in its input. */
export type CommandInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string }
  /** Known only when it is run; `source` as written. */
  | { readonly kind: 'unknown'; readonly source: string };

/** The commands of a text. */
export interface CommandList {
  readonly commands: readonly ShellCommand[];
  /** Remarks at the head of the file, set apart from the first command. */
  readonly heading: readonly string[];
}

/** The input that a command in front of a pipe makes: `echo text |`, `printf '%s' text |`, `cat file |`, `cat <<EOF |`. */
export function outputOf(
  words: readonly string[],
  input: CommandInput | undefined,
  source: string,
): CommandInput {
  const [name, ...rest] = words;
  if (name === 'echo' || name === 'Write-Output') {
    const isBare = rest[0] === '-n';
    return { kind: 'text', text: rest.slice(isBare ? 1 : 0).join(' ') + (isBare ? '' : '\n') };
  }
  const [path, ...more] = rest;
  if (name === 'printf' && path !== undefined) {
    const text = printed(path, more);
    return text === undefined ? { kind: 'unknown', source } : { kind: 'text', text };
  }
  if (name === 'cat' && (path ?? '-') === '-' && input !== undefined) {
    return input;
  }
  return name === 'cat' && path !== undefined && more.length === 0 && !path.startsWith('-')
    ? { kind: 'file', path }
    : { kind: 'unknown', source };
}

/** What `printf` writes, where its format is a text or one `%s`, with a line break behind it or not. */
function printed(format: string, [value, ...more]: readonly string[]): string | undefined {
  const [, mark, line] = /^((?:%s)?)((?:\\n)?)$/.exec(format) ?? [];
  const isText = value === undefined && !/[%\\]/.test(format);
  return isText
    ? format
    : mark === '%s' && value !== undefined && more.length === 0
      ? value + (line === '' ? '' : '\n')
      : undefined;
}
