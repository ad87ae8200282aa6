/** What a neighbour by which an item is told must not be: another id, a moment, a token, a number. */
import { isGenerated } from './generatedText';

const CHANGES = /'(?:[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d\d-\d\d|[^']*\d[^']{15,}'|\d+')|== -?\d/i;
const LITERAL = /'([^'\\]*)'/g;

/** Whether a path goes by a text in single quotes, or a number, that will be another one next time. */
export function goesByChanging(path: string): boolean {
  return CHANGES.test(path) || [...path.matchAll(LITERAL)].some(([, text = '']) => isGenerated(text));
}
