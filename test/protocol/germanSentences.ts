/** Which sentences of the engine stay English where the editor speaks German. */
import { readFileSync } from 'node:fs';
import { translateBy, type Translate } from '../../src/protocol/engineTexts';

/** The German texts by the English ones. */
export const germanBundle = JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8')) as Readonly<
  Record<string, string>
>;

/** What a German editor shows of a message. */
export const inGerman: Translate = translateBy(germanBundle);

/** Words that hardly any English sentence does without, and no German one has. */
const ENGLISH =
  /^An? |(?<![\w-])(?:and|are|at|be|by|cannot|do|does|every|for|from|has|have|is|it|its|left|no|not|of|only|or|out|than|that|the|there|this|to|with)(?![\w-])/i;

/** Those that stay English, or in part, with what is shown of them; what is quoted in them may be anything. */
export function englishSentences(messages: Iterable<string>): readonly string[] {
  return [...new Set(messages)].map(inGerman).filter((shown) => ENGLISH.test(withoutQuotations(shown)));
}

/** Conditions are quoted, too: as the chain writes them. */
function withoutQuotations(text: string): string {
  return text.replace(/(?<=^Die Bedingung ).*(?= wird nicht übernommen)|`[^`]*`|"[^"]*"|\{\{[^}]*\}\}/g, '');
}
