/** The commands of a shell script that take a value of an answer, or ask for it. */
import type { ChainRequest, Extraction } from '../../../core/model';
import { describeExtraction } from '../../../core/run/describeExtraction';
import { oneLine } from '../../../core/shownText';
import { jqSource } from './jqValues';
import { posixWord } from './posixWord';

/**
 * The words for an extraction, of one value or of all; absent when jq cannot take it. Of pages, only the last has no next one,
 * and only the first has to have something in it.
 */
export function takeWords(rule: Extraction, loop: ChainRequest['forEach']): string | undefined {
  const { variable, all, optional } = rule;
  const source = jqSource(rule);
  const where = oneLine(describeExtraction(rule));
  const isNext = loop?.kind === 'pages' && loop.next === variable;
  const lack = optional || isNext ? 'optional-' : loop?.kind === 'pages' && all ? '"$how"' : '';
  return source === undefined
    ? undefined
    : [
        posixWord([variable]),
        posixWord([where]),
        `${lack}${all ? 'all' : 'one'}`,
        source.file,
        posixWord([source.filter]),
      ].join(' ');
}

/** The command that asks for what jq cannot take. */
export function askWords(rule: Extraction): string {
  return `ask ${posixWord([`${rule.variable} (${oneLine(describeExtraction(rule))})`])}`;
}
