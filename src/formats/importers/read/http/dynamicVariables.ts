/**
 * What the three tools make up themselves (`{{$randomInt 1 6}}`, `{{$random.email}}`), as a chain does.
 *
 * https://github.com/Huachao/vscode-restclient#system-variables
 * https://www.jetbrains.com/help/idea/exploring-http-syntax.html#dynamic-variables
 */

/** The text in place of `{{$name …}}`, written without braces; absent when a chain can make nothing like it. */
export function dynamicVariable(written: string): string | undefined {
  const [, name = '', inParentheses, afterBlank] = /^\$([\w.]+)\s*(?:\((.*)\)|\s(.*))?$/s.exec(written) ?? [];
  const [, variable] = /^env\.(\w+)$/.exec(name) ?? [];
  if (variable !== undefined) {
    return fromOutside('processEnv', [variable]);
  }
  const args = inParentheses?.split(',').map((arg) => arg.trim()) ?? words(afterBlank ?? '');
  return MADE.get(name)?.(args);
}

const RANDOM_WORD = (): string => '{{$guid}}';
const GUID = (): string => '{{$guid}}';

const MADE: ReadonlyMap<string, (args: readonly string[]) => string | undefined> = new Map([
  ['guid', GUID],
  ['uuid', GUID],
  ['random.uuid', GUID],
  ['timestamp', (args: readonly string[]) => withArguments('timestamp', args)],
  ['isoTimestamp', (args: readonly string[]) => withArguments('isoTimestamp', args)],
  ['datetime', datetime],
  ['localDatetime', datetime],
  ['randomInt', (args: readonly string[]) => randomInt(args, 0)],
  ['random.integer', (args: readonly string[]) => randomInt(args, -1)],
  ['random.float', (args: readonly string[]) => fraction(randomInt(args, -1))],
  ['random.alphabetic', RANDOM_WORD],
  ['random.alphanumeric', RANDOM_WORD],
  ['random.hexadecimal', RANDOM_WORD],
  ['random.email', () => 'user-{{$randomInt 100000 999999}}@example.com'],
  ['processEnv', (args: readonly string[]) => fromOutside('processEnv', args)],
  ['dotenv', (args: readonly string[]) => fromOutside('dotenv', args)],
]);

/** Words; a quoted text is one word. */
function words(text: string): readonly string[] {
  return text.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
}

function withArguments(name: string, args: readonly string[]): string {
  return `{{$${[name, ...args].join(' ')}}}`;
}

function datetime(args: readonly string[]): string {
  return withArguments('datetime', args);
}

/** Bounds in their order; `beyond` is what the upper one is more than the last that is made. */
function randomInt(args: readonly string[], beyond: 0 | -1): string | undefined {
  const bounds = args.map(Number).sort((one, other) => one - other);
  const [min, max] = bounds;
  if (min === undefined || max === undefined) {
    return '{{$randomInt}}';
  }
  const isSound = bounds.length === 2 && bounds.every(Number.isSafeInteger);
  return isSound ? withArguments('randomInt', [String(min), String(Math.max(min, max + beyond))]) : undefined;
}

function fraction(whole: string | undefined): string | undefined {
  return whole === undefined ? undefined : `${whole}.{{$randomInt 0 9}}`;
}

/** `%NAME` is REST Client's for a name that an environment gives. */
function fromOutside(name: string, args: readonly string[]): string | undefined {
  const [wanted, ...others] = args;
  const isName = wanted !== undefined && /^[A-Za-z_]\w*$/.test(wanted) && others.length === 0;
  return isName ? withArguments(name, [wanted]) : undefined;
}
