/** How good Auto Mapping is on recorded applications that it was not tuned on, and the table of all of them. */
import { applicationTable, groupMean, scoreApplications } from '../mapping/applicationScores.mjs';
import { judged } from '../table.mjs';

const TARGETS = [
  ['precision', 'precision', 0.97],
  ['recall', 'recall', 0.93],
  ['live share', 'liveShare', 0.93],
];

/** Scores every application once: the same recording gives the same suggestions. */
export async function measureMappedApplications({ details }) {
  const scores = await scoreApplications();
  details.push(applicationTable(scores));
  const mean = groupMean(scores, 'held out');
  const typed = mean.wrongOnTyped;
  return [
    ...TARGETS.map(([title, figure, least]) =>
      judged(
        {
          what: `Auto Mapping of held-out applications: ${title}`,
          figure: mean[figure].toFixed(3),
          value: mean[figure],
        },
        { least, text: `≥ ${least}` },
      ),
    ),
    judged(
      { what: '  suggestions for typed values', figure: String(typed), value: typed },
      { most: 0, text: '0' },
    ),
  ];
}
