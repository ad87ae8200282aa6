/** Corrections of a request of a chain, as edits of its text: comments, references and everything else stay. */
import { removeMember, removeWithEmptyParent, treeOf } from '../../core/edit/jsonEdit';
import { setInOrder } from '../../core/edit/memberOrder';
import { applyEdits, editBetween, type TextEdit } from '../../core/edit/textEdit';
import { insertAtPlace } from '../../core/form/placeEdit';
import { hasComment } from '../../core/form/replaceValue';
import type { JsonValue } from '../../core/json/json';
import { layoutOf } from '../../core/edit/jsonText';
import { indentAt } from '../../core/edit/trivia';
import { nodeAt, type JsonPath } from '../../core/json/jsonDocument';
import type { TextRange } from '../../core/problem';

/** One change. */
export interface Correction {
  readonly kind: 'set' | 'append' | 'remove';
  /** In the request: of the member or item, or of the list that gets an item. */
  readonly path: JsonPath;
  /** What is written there; absent where something is removed. */
  readonly value?: JsonValue;
  /** What it does and why, one sentence. */
  readonly text: string;
}

/**
 * What comes of a request: a change, a constant that its chain needs then, something that a person has to decide, or
 * something that is possible now.
 */
export type Point = Correction | NewConstant | { readonly kind: 'open' | 'new'; readonly text: string };

interface NewConstant {
  readonly kind: 'constant';
  readonly name: string;
  readonly value: JsonValue;
  readonly text: string;
}

/** Whether a point is a change. */
export function isCorrection(point: Point): point is Correction {
  return 'path' in point;
}

/**
 * The edit that corrects a request of a chain. Only its own text is read for each correction: a chain may have thousands.
 *
 * @param request where it is in the text
 */
export function correctRequest(
  text: string,
  request: TextRange,
  corrections: readonly Correction[],
): readonly TextEdit[] {
  const { unit, lineBreak } = layoutOf(text);
  const indent = indentAt(text, request.start);
  const around = ['{', `${unit}"requests": [`, indent].join(lineBreak);
  const alone = `${around}${text.slice(request.start, request.end)}]}`;
  const changed = inSafeOrder(corrections).reduce(
    (so, correction) => applyEdits(so, correctionEdits(so, correction)),
    alone,
  );
  return editBetween(alone, changed)
    .map((edit) => wholeWords(alone, edit))
    .map((edit) => ({ ...edit, offset: edit.offset - around.length + request.start }));
}

/** The same edit for people, who read that POST becomes PUT and not that OST becomes UT. */
function wholeWords(text: string, { offset, length, text: added }: TextEdit): TextEdit {
  const before = /\w*$/.exec(text.slice(Math.max(offset - MAX_WORD, 0), offset))?.[0] ?? '';
  const after = /^\w*/.exec(text.slice(offset + length, offset + length + MAX_WORD))?.[0] ?? '';
  return length === 0
    ? { offset, length, text: added }
    : {
        offset: offset - before.length,
        length: before.length + length + after.length,
        text: before + added + after,
      };
}

/** UTF-16 code units. */
const MAX_WORD = 40;

/** Indices stay right when items are removed from the last to the first, and added at the end. */
function inSafeOrder(corrections: readonly Correction[]): readonly Correction[] {
  const isItem = ({ kind, path }: Correction): boolean =>
    kind === 'remove' && typeof path.at(-1) === 'number';
  const added = corrections.filter(({ kind }) => kind === 'append');
  return [
    ...corrections.filter((one) => one.kind !== 'append' && !isItem(one)),
    ...corrections.filter(isItem).toReversed(),
    ...added,
  ];
}

function correctionEdits(text: string, { kind, path, value = null }: Correction): readonly TextEdit[] {
  const place = ['requests', 0, ...path];
  switch (kind) {
    case 'set':
      return setInOrder(text, place, value);
    case 'remove':
      return mayGoWithList(text, place) ? removeWithEmptyParent(text, place) : removeMember(text, place);
    case 'append':
      return insertAtPlace(text, place, { index: Number.MAX_SAFE_INTEGER, value }) ?? [];
  }
}

/** A list without rows goes, but not with a comment in it; a body without its kind would be none. */
function mayGoWithList(text: string, place: JsonPath): boolean {
  const list = nodeAt(treeOf(text), place.slice(0, -1));
  return list?.kind === 'array' && !place.includes('body') && !hasComment(text, list);
}
