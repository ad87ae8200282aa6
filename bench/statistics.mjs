/**
 * Repeated measurements: taken in turns, so that a slow moment of the machine meets every contestant, and
 * reported as the median with the smallest and the largest value.
 */

/**
 * @typedef {{ readonly median: number, readonly least: number, readonly most: number }} Spread
 */

/**
 * Median, smallest and largest of at least one value.
 *
 * @param {readonly number[]} values
 * @returns {Spread}
 */
export function spreadOf(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, least: sorted[0], most: sorted.at(-1) };
}

/**
 * `1.4 (1.3–1.6)`, with the unit behind the median.
 *
 * @param {Spread} spread
 * @param {{ readonly unit: string, readonly digits: number }} style
 */
export function formatSpread({ median, least, most }, { unit, digits }) {
  return `${median.toFixed(digits)} ${unit} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

/**
 * Measures every contestant once per round, A B C A B C …; a first round warms up and does not count.
 *
 * @param {readonly { readonly name: string, readonly measure: () => Promise<number> }[]} contestants
 * @param {number} rounds
 * @returns {Promise<{
 *   readonly values: ReadonlyMap<string, readonly number[]>,
 *   readonly failures: ReadonlyMap<string, string>,
 * }>} values by name, one per round; a contestant that fails once is out, with the reason
 */
export async function measureInTurns(contestants, rounds) {
  const values = new Map();
  const failures = new Map();
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, measure } of contestants) {
      if (failures.has(name)) {
        continue;
      }
      try {
        const value = await measure();
        values.set(name, round === 0 ? [] : [...values.get(name), value]);
      } catch (error) {
        values.delete(name);
        failures.set(name, error instanceof Error ? error.message : String(error));
      }
    }
  }
  return { values, failures };
}
