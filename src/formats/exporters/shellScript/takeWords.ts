/** The words behind `take` in a shell script. */
import type { Extraction } from '../../../core/model';
import { describeExtraction } from '../../../core/run/describeExtraction';
import { oneLine } from '../../../core/shownText';
import { jqSource } from './jqValues';
import { posixWord } from './posixWord';

/** The words for an extraction, of one value or of all; absent when jq cannot take it. */
export function takeWords(rule: Extraction): string | undefined {
  const source = jqSource(rule);
  const where = oneLine(describeExtraction(rule));
  const how = `${rule.optional ? 'optional-' : ''}${rule.all ? 'all' : 'one'}`;
  return source === undefined
    ? undefined
    : [posixWord([rule.variable]), posixWord([where]), how, source.file, posixWord([source.filter])].join(
        ' ',
      );
}
