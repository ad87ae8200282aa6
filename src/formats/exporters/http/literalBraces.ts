/**
 * Double braces that are meant as such (`\{{x}}` in a chain), in `.http` files, where each reader takes them for a
 * reference.
 *
 * REST Client fills a text in once, and knows backslashes in the values of variables. httpYac fills in until
 * nothing is left, and takes `\{\{x\}\}` for braces in the end. So a pair is written with two variables whose values
 * are `\{\{` and `\}\}`, and a brace that a reference would swallow with one that is a brace. JSON has its own escapes.
 */
import type { Reference } from '../../../core/prepare/template';
import type { ExportedChain } from '../exportedChain';
import type { Pieces } from '../templatePieces';

/** Braces as variables of one file. */
export interface LiteralBraces {
  /** Names that mean nothing else in the file. */
  readonly names: readonly string[];
  /** Pieces in which no reader takes literal braces for a reference. */
  readonly arrange: (pieces: Pieces) => Pieces;
  /** Whether a text that was written has such variables. */
  readonly areIn: (written: string) => boolean;
  /** Whether there are braces inside a pair, which httpYac has no way to write. */
  readonly areNested: () => boolean;
  /** The variables that were used, with their values as written. */
  readonly variables: () => ReadonlyMap<string, string>;
}

/** Begins without any. */
export function createLiteralBraces(chain: ExportedChain): LiteralBraces {
  const isTaken = (name: string): boolean =>
    chain.constants.has(name) || chain.extracted.has(name) || chain.undefinedVariables.includes(name);
  const [open = '', close = '', single = ''] = ['openBraces', 'closeBraces', 'brace'].map((wanted) =>
    freeName(wanted, isTaken),
  );
  const values = new Map([
    [open, '\\{\\{'],
    [close, '\\}\\}'],
    [single, '{'],
  ]);
  const used = new Set<string>();
  let areNested = false;
  const reference = (name: string): Reference => {
    used.add(name);
    return { name, args: [], start: 0, end: 0 };
  };
  return {
    names: [open, close, single],
    arrange(pieces) {
      const tokens = pieces.flatMap((piece): Pieces =>
        typeof piece === 'string' ? [...(piece.match(TOKEN) ?? [])] : [piece],
      );
      const { paired, isNested } = pairs(tokens);
      areNested ||= isNested;
      const lastMark = tokens.findLastIndex((token) => typeof token === 'object');
      return tokens.flatMap((token, index): Pieces => {
        switch (token) {
          case '{{':
            return paired.has(index)
              ? [reference(open)]
              : index < lastMark
                ? [reference(single), reference(single)]
                : [token];
          case '}}':
            return [paired.has(index) ? reference(close) : token];
          case '{':
            return [isMark(tokens[index + 1]) ? reference(single) : token];
          default:
            return [token];
        }
      });
    },
    areIn: (written) => [open, single].some((name) => written.includes(`{{${name}}}`)),
    areNested: () => areNested,
    variables: () => new Map([...values].filter(([name]) => used.has(name))),
  };
}

/** Literal text or braces. */
const TOKEN = /\{\{|\}\}|[{}]|[^{}]+/g;

type Token = string | Reference;

/** Whether a token is written with braces at its beginning. */
function isMark(token: Token | undefined): boolean {
  return token === '{{' || typeof token === 'object';
}

/** Places of double braces that close or are closed, and whether other literal ones are inside of such a pair. */
function pairs(tokens: readonly Token[]): {
  readonly paired: ReadonlySet<number>;
  readonly isNested: boolean;
} {
  const paired = new Set<number>();
  const open: number[] = [];
  let lastClosing = -1;
  let isNested = false;
  tokens.forEach((token, index) => {
    if (token === '{{') {
      open.push(index);
      return;
    }
    const opening = token === '}}' ? open.pop() : undefined;
    if (opening !== undefined) {
      isNested ||= lastClosing > opening;
      paired.add(opening).add(index);
    }
    lastClosing = token === '}' || token === '}}' ? index : lastClosing;
  });
  return { paired, isNested };
}

function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count += 1) {
    name = `${wanted}${count}`;
  }
  return name;
}
