/** The blocks of code in a page of the documentation. */

/** A block of code: what is written behind its opening fence, and its lines. */
export interface Block {
  readonly language: string;
  readonly hint: string;
  readonly text: string;
}

/** The blocks of a page or of a part of one, in order. */
export function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^( *)```(\S*) ?(.*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', language = '', hint = '', text = '']) => ({
      language,
      hint,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** The name of the file that a block is, which its first line says. */
export function fileNameOf(text: string): string | undefined {
  return /^\/\/ (\S+\.json)\n/.exec(text)?.[1];
}

/** The chain that a block of requests belongs to. */
export function chainOfRequests(text: string): string {
  return `{ "formatVersion": 2, "name": "x", "requests": [\n${text}] }`;
}
