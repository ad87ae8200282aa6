/**
 * Secrets that a request may not depend on: who gets it, or does not, would learn something of them. They are written
 * in its condition, its loop or its pause, or reached from there through variables that people wrote.
 */
import { reachableNames } from '../prepare/writtenValues';
import type { ChainSource, ReferenceMark, RequestSource } from './chainSource';
import type { Finding } from './finding';
import type { Needs } from './needs';

const SECRETS: ReadonlySet<string> = new Set(['$secret', '$processEnv', '$dotenv']);

/** Whether a reference is one to a secret. */
export function isSecretReference({ name }: Pick<ReferenceMark, 'name'>): boolean {
  return SECRETS.has(name);
}

/** Whether a reference decides about sending a request. */
export function isInFlow({ location, disabled }: ReferenceMark): boolean {
  return location.in === 'flow' && !disabled;
}

/** What is wrong with a reference that decides about sending, and to what a secret is; its range is that of the mark. */
export function secretFinding({ name, location, start, end }: ReferenceMark): Finding {
  const through = SECRETS.has(name) ? '' : ` through ${name}`;
  const message = `"${location.name ?? ''}" uses a secret${through}. Whether and when the request arrives would tell something about it. Use a value that is not secret.`;
  return { code: 'secret-in-flow', severity: 'error', message, range: { start, end } };
}

/** Variables that decide about sending a request, and whose value comes down to a secret. */
export function secretVariableFindings({ requests }: ChainSource, needs: Needs): readonly Finding[] {
  return requests.flatMap((request) => {
    const { marks, start: base, id } = request;
    return [...marks.references, ...marks.ownReferences]
      .filter((mark) => isInFlow(mark) && !mark.name.startsWith('$') && isSecret(request, needs, mark))
      .map(({ start, end, ...mark }) => ({
        ...secretFinding({ ...mark, start: start + base, end: end + base }),
        ...(id === '' ? {} : { request: id }),
      }));
  });
}

/** Whether a variable comes down to a secret; what is not the request's own has its value from around it. */
function isSecret({ marks, index }: RequestSource, needs: Needs, mark: ReferenceMark): boolean {
  return namesBehind(marks, mark).some(
    (name) => SECRETS.has(name) || (!name.startsWith('$') && needs.isSecret(name, index)),
  );
}

/** The names from around a request that decide about sending it, also through variables of its own. */
export function decidingNames({ marks }: RequestSource): readonly string[] {
  return [...marks.references, ...marks.ownReferences]
    .filter(isInFlow)
    .flatMap((mark) => namesBehind(marks, mark));
}

/** What a reference comes down to: its own name, or names from around the request, by way of its own variables. */
function namesBehind(marks: RequestSource['marks'], mark: ReferenceMark): readonly string[] {
  const { references, ownReferences } = marks;
  if (!ownReferences.includes(mark)) {
    return [mark.name];
  }
  const own = new Set(ownReferences.map(({ name }) => name));
  // What a step gives to the chain that it runs is not a variable of its own.
  const written = marks.call === undefined ? [...references, ...ownReferences] : [];
  const inside = written.filter(({ location }) => location.in === 'variables');
  const reached = reachableNames([mark.name], (variable) =>
    inside.filter(({ location }) => location.name === variable).map(({ name }) => name),
  );
  return [...reached].filter((name) => !own.has(name));
}
