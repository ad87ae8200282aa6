/**
 * Something to write at a place of a file. It replaces a part of a JSON string and is escaped for it.
 */
import type { ValueSite } from '../analysis/siteAt';
import { offsetInString } from '../analysis/stringRange';
import { defined } from '../defined';
import type { TextRange } from '../problem';

/** Something to write. */
export interface Suggestion {
  readonly kind: 'variable' | 'builtIn' | 'name' | 'value' | 'file' | 'environment' | 'path';
  readonly label: string;
  /** What takes the place of `range`; a snippet of the editor when `isSnippet`. */
  readonly text: string;
  readonly isSnippet: boolean;
  /** In the file, within one line. */
  readonly range: TextRange;
  /** What the text in `range` is compared with. */
  readonly filter: string;
  /** One line next to the label. */
  readonly detail?: string;
}

/** A value that a member takes. */
export interface TakenValue {
  readonly kind: Suggestion['kind'];
  readonly text: string;
  /** When it is not the whole text. */
  readonly label?: string;
  readonly detail?: string;
}

/** A text as written between the quotes of a JSON string. */
function insideString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Suggestions that replace the whole value of a site. */
export function wholeValues(
  { range }: Pick<ValueSite, 'range'>,
  values: readonly TakenValue[],
): readonly Suggestion[] {
  return values.map(({ kind, text, label = text, detail }) => ({
    kind,
    label,
    text: insideString(text),
    isSnippet: false,
    range,
    filter: insideString(text),
    ...defined({ detail }),
  }));
}

/** The part of a site between two indices of what it says, as a range of the file `text`. */
export function partOf(site: ValueSite, text: string, part: TextRange): TextRange {
  const offsetOf = (index: number): number => offsetInString(text, site.range.start, index);
  return { start: offsetOf(part.start), end: offsetOf(part.end) };
}
