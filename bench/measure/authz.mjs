/** How many authorization flaws of applications that others wrote are found, missed and invented. */
import path from 'node:path';
import { Unavailable } from '../../scripts/vscode/cache.mjs';
import { applications } from '../authz/applications.mjs';
import { applicationTable, budgetRows, mistakes, rulesTables } from '../authz/report.mjs';
import { runApplication } from '../authz/runApplication.mjs';

/** Runs every application once: verdicts do not depend on the machine. `file` chooses by a part of the name. */
export async function measureAuthz({ cli, folder, details, file = '' }) {
  const chosen = (await applications()).filter(({ name, version }) => `${name} ${version}`.includes(file));
  const outcomes = [];
  const rows = [];
  for (const [index, application] of chosen.entries()) {
    const title = `${application.name} ${application.version}`;
    console.error(`  ${title}`);
    try {
      outcomes.push(await runApplication(application, { cli, folder: path.join(folder, `authz-${index}`) }));
    } catch (error) {
      const verdict = error instanceof Unavailable ? 'skipped' : 'did not run';
      rows.push({ what: `authz: ${title}`, figure: error.message, verdict });
    }
  }
  if (outcomes.length > 0) {
    details.push(applicationTable(outcomes), ...rulesTables(outcomes), mistakes(outcomes).join('\n'));
    rows.push(...budgetRows(outcomes));
  }
  return rows;
}
