/** What a cell asks across users who are told apart by attributes, such as their tenant. */
import { inEnglish, type Say } from '../../say';
import { list } from '../../words';
import type { Cell } from '../model/cell';

/** Attributes in which the owner of an attacked object differs from the caller; empty without such. */
export function crossedAttributes({ kind, relation }: Pick<Cell, 'kind' | 'relation'>): readonly string[] {
  return kind === 'OBJ' || kind === 'LIST' ? attributesThat(relation, 'other') : [];
}

/** `of another tenant`, `of the same tenant`, `of another team and the same tenant`; absent without attributes. */
export function relationWords(
  { relation }: Pick<Cell, 'relation'>,
  say: Say = inEnglish,
): string | undefined {
  const words = [
    ...attributesThat(relation, 'other').map((name) => say('another {0}', name)),
    ...attributesThat(relation, 'same').map((name) => say('the same {0}', name)),
  ];
  return words.length === 0 ? undefined : say('of {0}', list(words, say));
}

/** `bob`, `bob (of another tenant)`. */
export function callerWithRelation(cell: Pick<Cell, 'caller' | 'relation'>, say: Say = inEnglish): string {
  const words = relationWords(cell, say);
  return words === undefined ? cell.caller : `${cell.caller} (${words})`;
}

function attributesThat(relation: Cell['relation'], are: 'same' | 'other'): readonly string[] {
  return Object.entries(relation ?? {})
    .filter(([, kind]) => kind === are)
    .map(([name]) => name);
}
