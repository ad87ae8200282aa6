/**
 * The challenges of a 401 answer: what `WWW-Authenticate` lines offer (RFC 9110 §11.3 and §11.6.1).
 *
 * Challenges and their parameters are separated by the same comma, so only a look at what follows a word
 * tells which it is: `=` makes it a parameter, anything else the scheme of the next challenge. Reading
 * stops at the first fault of a line and keeps what was read until there, as browsers do.
 */

/** One challenge: `Basic realm="x"` or `Negotiate YII=`. */
export interface Challenge {
  /** Lower case. */
  readonly scheme: string;
  /** By name in lower case, quotes and escapes removed; the first of several counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** The challenges of all `WWW-Authenticate` lines, in order. */
export function parseChallenges(headerValues: readonly string[]): readonly Challenge[] {
  return headerValues.flatMap(parseLine);
}

const SEPARATORS = /[\s,]*/y;
const PARAMETER = /([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]+))\s*(?=,|$)/sy;
const SCHEME = /([!#$%&'*+.^_`|~\w-]+)(?:\s+|(?=,|$))/y;
const TOKEN_68 = /[\w.~+/-]+=*\s*(?=,|$)/y;

function parseLine(line: string): readonly Challenge[] {
  const challenges: { readonly scheme: string; readonly parameters: Map<string, string> }[] = [];
  let position = 0;
  const read = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = position;
    const match = pattern.exec(line) ?? undefined;
    position += match?.[0].length ?? 0;
    return match;
  };
  for (;;) {
    read(SEPARATORS);
    const parameters = challenges.at(-1)?.parameters;
    const parameter = parameters === undefined ? undefined : read(PARAMETER);
    if (parameter !== undefined) {
      const [, name = '', quoted, token = ''] = parameter;
      addFirst(parameters, name.toLowerCase(), quoted?.replace(/\\(.)/gs, '$1') ?? token);
      continue;
    }
    const scheme = read(SCHEME)?.[1];
    if (scheme === undefined) {
      return challenges;
    }
    challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    read(TOKEN_68);
  }
}

function addFirst(parameters: Map<string, string> | undefined, name: string, value: string): void {
  if (parameters !== undefined && !parameters.has(name)) {
    parameters.set(name, value);
  }
}
