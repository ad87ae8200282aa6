/** Code in Markdown that nothing in it can end. */
import { oneLine } from '../../../core/shownText';

/** A block between fences longer than any in the text. Characters that steer a terminal or reading are escapes. */
export function codeBlock(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const lines = text.split(/\r\n|\r|\n/).map((line) => oneLine(line.replaceAll('\t', '    ')));
  return `${fence}${language}\n${lines.join('\n')}\n${fence}`;
}
