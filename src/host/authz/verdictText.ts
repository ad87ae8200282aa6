/** A cell and its verdict in the language of VS Code. */
import type { CellResult } from '../../core/authz/model/authzResult';
import { reasonsIn } from '../../core/authz/report/explain/explain';
import { verdictSentence } from '../../core/authz/report/explain/verdictSentence';
import { engineText } from '../engineText';
import { say } from '../say';

/** `alice reads bob's order`. */
export function verdictText(result: Pick<CellResult, 'cell' | 'class'>): string {
  return verdictSentence(result, say);
}

/** Why, most important first. Whole sentences. */
export function reasonTexts(result: CellResult): readonly string[] {
  return reasonsIn(result, say, engineText);
}
