/** What the authorization benchmark found, as rows and tables of text. */
import { judged } from '../table.mjs';
import { KINDS, STATUS_RULES } from './statusRules.mjs';

const WRONG = ['missed', 'false pass', 'invented', 'inconclusive', 'not tested'];

/** @typedef {Awaited<ReturnType<typeof import('./runApplication.mjs').runApplication>>} Outcome */

/**
 * The figures of all applications against their budgets.
 *
 * @param {readonly Outcome[]} outcomes
 */
export function budgetRows(outcomes) {
  const count = (score) => outcomes.reduce((sum, outcome) => sum + scoresOf(outcome, score), 0);
  const flaws = outcomes.reduce((sum, outcome) => sum + flawsOf(outcome), 0);
  const cells = outcomes.reduce((sum, { scored }) => sum + scored.length, 0);
  const data = (name) => outcomes.reduce((sum, outcome) => sum + outcome.data[name].length, 0);
  const none = { most: 0, text: '0' };
  const wrong = outcomes.flatMap(wronglyLeft);
  const [found, inconclusive] = [count('found'), count('inconclusive')];
  return [
    judged(
      { what: 'authz: flaws found', figure: `${found} of ${flaws}`, value: flaws === 0 ? 1 : found / flaws },
      { least: 0.95, text: '≥ 95 %' },
    ),
    ...['invented', 'false pass'].map((score) =>
      judged({ what: `authz: ${score}`, figure: String(count(score)), value: count(score) }, none),
    ),
    judged(
      { what: 'authz: inconclusive', figure: `${inconclusive} of ${cells}`, value: inconclusive / cells },
      { most: 0.05, text: '≤ 5 %' },
    ),
    judged({ what: 'authz: objects left behind', figure: String(data('left')), value: data('left') }, none),
    judged(
      {
        what: 'authz: objects from before that changed',
        figure: String(data('changed') + data('gone')),
        value: data('changed') + data('gone'),
      },
      none,
    ),
    judged(
      {
        what: 'authz: objects said to be left that are not',
        figure: String(wrong.length),
        value: wrong.length,
      },
      none,
    ),
  ];
}

/** Objects that a run reports as left behind, although the data shows none and nothing changed. */
function wronglyLeft({ data, leftovers }) {
  return Object.values(data).every((names) => names.length === 0) ? leftovers : [];
}

/** One line for each application. */
export function applicationTable(outcomes) {
  const heading = [
    'application',
    'cells',
    'flaws',
    'found',
    ...WRONG,
    'requests per cell',
    'left',
    'changed',
  ];
  return table([
    heading,
    ...outcomes.map((outcome) => [
      `${outcome.name} ${outcome.version}`,
      ...[outcome.scored.length, flawsOf(outcome), scoresOf(outcome, 'found')],
      ...WRONG.map((score) => scoresOf(outcome, score)),
      (outcome.requests / outcome.scored.length).toFixed(1),
      outcome.data.left.length,
      outcome.data.changed.length + outcome.data.gone.length,
    ]),
  ]);
}

/** The status rules next to Chainwright, for the same attacks of all applications; a table for each group of kinds. */
export function rulesTables(outcomes) {
  return KINDS.map((kinds, group) => {
    const attacked = outcomes.flatMap(({ scored }) => scored).filter(({ result }) => isAttack(result, kinds));
    const count = (score) => attacked.filter((one) => one.score === score).length;
    const rules = STATUS_RULES.map(({ name }, index) => {
      const sum = (figure) =>
        outcomes.reduce((total, { rules: groups }) => total + groups[group][index][figure], 0);
      return [name, ...['attacks', 'found', 'missed', 'invented', 'undecided'].map(sum)];
    });
    const own = [
      ...['Chainwright', attacked.length, count('found'), count('missed') + count('false pass')],
      ...[count('invented'), count('inconclusive')],
    ];
    return table([
      [`rule (cells ${kinds.join(', ')})`, 'attacks', 'found', 'missed', 'invented', 'undecided'],
      own,
      ...rules,
    ]);
  });
}

/** Every cell that was not judged as it should have been, and all data that is not what it was. */
export function mistakes(outcomes) {
  return outcomes.flatMap((outcome) => {
    const title = `${outcome.name} ${outcome.version}`;
    return [
      ...outcome.scored
        .filter(({ score }) => WRONG.includes(score))
        .map(
          ({ result, score }) =>
            `${title}: ${score}: ${result.class} ${result.cell.id}: ${result.reasons[0] ?? ''}`,
        ),
      ...Object.entries(outcome.data).flatMap(([what, names]) =>
        names.map((name) => `${title}: ${what}: ${name}`),
      ),
      ...wronglyLeft(outcome).map(
        ({ resource, owner, reason }) => `${title}: not left: ${resource} of ${owner}: ${reason}`,
      ),
    ];
  });
}

function isAttack({ cell, steps }, kinds) {
  return kinds.includes(cell.kind) && steps.some(({ step }) => step === 'attack');
}

function flawsOf({ scored }) {
  return scored.filter(({ truth }) => truth.truth === 'flaw').length;
}

function scoresOf({ scored }, wanted) {
  return scored.filter(({ score }) => score === wanted).length;
}

function table(rows) {
  const texts = rows.map((row) => row.map(String));
  const widths = texts[0].map((_, column) => Math.max(...texts.map((row) => row[column].length)));
  const lines = texts.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]))
      .join(' | ')
      .trimEnd(),
  );
  return [lines[0], widths.map((width) => '-'.repeat(width)).join('-|-'), ...lines.slice(1)].join('\n');
}
