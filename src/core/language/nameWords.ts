/**
 * Names as people read them: `orderId`, `order_id` and `Orders-ID` speak of an order and its id.
 */

/** The words of a name in lower case and singular: `order`, `id`. */
export function nameWords(name: string): readonly string[] {
  const words = name
    .slice(0, MAX_LENGTH)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).map(singular);
}

/** Words as one name: `orderNote`. */
export function camelCase(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? word : capitalised(word))).join('');
}

/** Makes `Orders` of `orders`. */
export function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** How much of two names is the same, from 0 to 1 (Dice's coefficient over their words). */
export function nameSimilarity(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [new Set(one), new Set(other)];
  const common = [...a].filter((word) => b.has(word)).length;
  return common === 0 ? 0 : (2 * common) / (a.size + b.size);
}

const MAX_LENGTH = 200;

function singular(word: string): string {
  if (word === 'ids') {
    return 'id';
  }
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) {
    return word;
  }
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/(?<=ss|sh|ch|x|tus)es$|s$/, '');
}
