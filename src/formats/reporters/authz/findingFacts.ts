/** What reports say of a finding besides its sentence. */
import type { AuthzResult } from '../../../core/authz/model/authzResult';
import { comparesMembers } from '../../../core/authz/plan/exposureCells';
import { standardEntries } from '../../../core/authz/report/brokenRule';
import type { Finding } from '../../../core/authz/report/findings';
import { severityWords } from '../../../core/authz/report/findingRules';
import { isLoopbackOrigin, originsOf } from '../../../core/permission/origin';
import { shellWord } from '../../exporters/curl';
import { exchangedUrls } from './judgementWords';

/** `high (8.1)`, `CWE-639`, `API1:2023`, `WFC F206`. */
export function findingFacts({ broken }: Finding): readonly string[] {
  const severity = severityWords(broken.rule);
  return [...(severity === undefined ? [] : [severity]), ...standardEntries(broken)];
}

/** Who can do it: `bob, sam`. */
export function findingCallers({ cells }: Finding): string {
  return [...new Set(cells.map(({ cell }) => cell.caller))].join(', ');
}

/** The command that tests the cells of a finding again, as a shell reads it. */
export function retestCommand({ cells }: Finding, result: AuthzResult): string {
  const { matrix, environment, description, requests } = result;
  const patterns = new Set(cells.map(({ cell: { kind, operation } }) => `${kind} ${operation} *`));
  const words = [
    ...['chainwright', 'authz', 'run'],
    literal(matrix.file),
    ...(environment === undefined ? [] : ['--environment', literal(environment)]),
    ...[...patterns].flatMap((pattern) => ['--only', literal(pattern)]),
    ...(description !== undefined && cells.some(({ cell }) => comparesMembers(cell))
      ? ['--openapi', literal(description)]
      : []),
    ...(requests.mutations === 0 ? [] : ['--allow-mutations']),
    ...farOrigins(result).flatMap((origin) => ['--allow-host', literal(origin)]),
  ];
  return words.join(' ');
}

function farOrigins(result: AuthzResult): readonly string[] {
  return originsOf(exchangedUrls(result)).filter((origin) => !isLoopbackOrigin(origin));
}

function literal(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : shellWord([text], () => '');
}
