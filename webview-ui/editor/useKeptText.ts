/** The text of a field whose text is not the value itself. */
import { useState } from 'preact/hooks';
import { keptText } from './keptText';
import type { Draft } from './keptText';

/** The text to show, and how what is typed is kept. */
export function useKeptText(
  value: string,
  usual: (text: string) => string | undefined,
): readonly [text: string, keep: (text: string) => void] {
  const [draft, setDraft] = useState<Draft>();
  return [keptText(draft, value, usual), (text) => setDraft({ text, base: value })];
}
