/**
 * A text cut at its references: what the layer behind a field draws, nothing added and nothing lost, so that
 * every character is exactly behind the one in the field.
 */
import { findReferences, type Reference } from '../../src/core/prepare/template';
import type { VariableDefinition } from '../../src/protocol/formVariables';

/** A stretch of text; put together again, the pieces are the text. */
export interface TextPiece {
  readonly text: string;
  /** How it is coloured: the kind of JSON token, or nothing. */
  readonly colour?: string;
  /** Present when the piece is a reference. */
  readonly reference?: ShownReference;
}

/** A reference, with what is known of its variable. */
export interface ShownReference {
  /** As {@link VariableDefinition} names it. */
  readonly name: string;
  readonly start: number;
  /** Exclusive; UTF-16 code units. */
  readonly end: number;
  /** Absent while the editor has not said. */
  readonly definition?: VariableDefinition;
}

/** Variables by their names. */
export type Definitions = ReadonlyMap<string, VariableDefinition>;

/** The variables of a view by their names. */
export function definitionsOf(variables: readonly VariableDefinition[]): Definitions {
  return new Map(variables.map((variable) => [variable.name, variable]));
}

/** The references of a text, in order. */
export function shownReferences(text: string, definitions: Definitions): readonly ShownReference[] {
  return findReferences(text).map((reference) => {
    const name = nameOf(reference);
    const definition = definitions.get(name) ?? definitions.get(reference.name);
    const { start, end } = reference;
    return definition === undefined ? { name, start, end } : { name, start, end, definition };
  });
}

/** The pieces of a text; `colours` are spans that put together are the text. */
export function referencePieces(
  text: string,
  definitions: Definitions,
  colours: readonly { readonly kind: string; readonly text: string }[] = [{ kind: 'plain', text }],
): readonly TextPiece[] {
  const references = shownReferences(text, definitions);
  const pieces: TextPiece[] = [];
  let at = 0;
  let next = 0;
  const drawTo = (end: number, colour: string): void => {
    while (at < end) {
      const reference = references[next];
      if (reference !== undefined && reference.start <= at) {
        pieces.push({ text: text.slice(reference.start, reference.end), reference });
        at = reference.end;
        next += 1;
        continue;
      }
      const stop = Math.min(end, reference?.start ?? end);
      pieces.push({ text: text.slice(at, stop), ...(colour === 'plain' ? {} : { colour }) });
      at = stop;
    }
  };
  let end = 0;
  for (const { kind, text: span } of colours) {
    end += span.length;
    drawTo(end, kind);
  }
  return pieces;
}

/** The reference that a caret is in or at. */
export function referenceAt(
  text: string,
  caret: number,
  definitions: Definitions,
): ShownReference | undefined {
  return shownReferences(text, definitions).find(({ start, end }) => start <= caret && caret <= end);
}

/** What is known of a reference, in a sentence. */
export function referenceWords({ name, definition }: ShownReference): string {
  if (definition === undefined) {
    return name;
  }
  const value = definition.shown === undefined ? '' : ` = ${definition.shown}`;
  return `${name}${value}: ${definition.explanation}`;
}

function nameOf({ name, args }: Reference): string {
  return [name, ...args].join(' ');
}
