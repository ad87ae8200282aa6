/** Holds the verdicts of a run against what is known of an application: found, missed, invented, inconclusive. */

const FLAWS = new Set(['FLAW_READ', 'FLAW_WRITE', 'FLAW_DELETE', 'SUSPECT_ACCEPTED']);
const PASSES = new Set(['PASS_403', 'PASS_404', 'PASS_401', 'PASS_EFFECT', 'PASS_MAPPED', 'PUBLIC_OK']);

/**
 * What is true of the cells that a pattern names; the first pattern that fits decides.
 *
 * @typedef {{
 *   readonly cells: string,
 *   readonly truth: 'flaw' | 'sound' | 'restricted',
 *   readonly because: string,
 *   readonly versions?: readonly string[],
 * }} Truth `*` in `cells` is any text; `restricted`: the application refuses what the matrix grants
 */

/**
 * How a cell was judged. `found` and `sound` are right; `false pass` is the worst that can happen.
 *
 * @typedef {'found' | 'sound' | 'missed' | 'false pass' | 'invented' | 'inconclusive' | 'not tested'} Score
 */

/**
 * The score of every cell, in the order of the run. Throws an Error that names the cells of which nothing is known.
 *
 * @param {readonly { readonly cell: { readonly id: string }, readonly class: string }[]} cells
 * @param {readonly Truth[]} truths
 * @param {string} version
 */
export function scoreCells(cells, truths, version) {
  const known = truths
    .filter(({ versions = [version] }) => versions.includes(version))
    .map((truth) => ({ ...truth, pattern: patternOf(truth.cells) }));
  const scored = cells.map((result) => {
    const truth = known.find(({ pattern }) => pattern.test(result.cell.id));
    return { result, truth, score: truth && scoreOf(result.class, truth.truth) };
  });
  const unknown = scored.filter(({ truth }) => truth === undefined).map(({ result }) => result.cell.id);
  if (unknown.length > 0) {
    throw new Error(`truth.json says nothing of: ${unknown.join('; ')}`);
  }
  return scored;
}

/**
 * The score of a verdict.
 *
 * @param {string} verdict class of the outcome
 * @param {Truth['truth']} truth
 * @returns {Score}
 */
export function scoreOf(verdict, truth) {
  if (verdict.startsWith('INCONCLUSIVE')) {
    return 'inconclusive';
  }
  if (verdict === 'SKIPPED' || verdict === 'WAIVED') {
    return 'not tested';
  }
  if (truth === 'flaw') {
    return FLAWS.has(verdict) ? 'found' : PASSES.has(verdict) ? 'false pass' : 'missed';
  }
  if (truth === 'restricted') {
    return verdict === 'OVER_RESTRICTED' ? 'sound' : FLAWS.has(verdict) ? 'invented' : 'false pass';
  }
  return FLAWS.has(verdict) || verdict === 'OVER_RESTRICTED' ? 'invented' : 'sound';
}

/**
 * What a run changed in the data of an application, by the names of objects.
 *
 * @param {Readonly<Record<string, string>>} before content by name
 * @param {Readonly<Record<string, string>>} after
 */
export function compareSnapshots(before, after) {
  const names = Object.keys(before);
  return {
    left: Object.keys(after).filter((name) => !Object.hasOwn(before, name)),
    changed: names.filter((name) => Object.hasOwn(after, name) && after[name] !== before[name]),
    gone: names.filter((name) => !Object.hasOwn(after, name)),
  };
}

function patternOf(cells) {
  const parts = cells.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`);
}
