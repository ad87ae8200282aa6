/**
 * Logins that name a whole chain of which only a part signs in: each of its requests is sent for each user, and again
 * whenever credentials have ended.
 */
import { authenticates } from '../../masking/credentialPlaces';
import { isCredentialName } from '../../masking/credentialNames';
import type { ChainRequest } from '../../model';
import type { Problem } from '../../problem';
import { effectiveAuth, variableUses } from '../../prepare/references';
import { extractedVariables, planRun } from '../../run/plan';
import { list } from '../../words';
import type { RequestName } from '../model/matrix';
import type { NamedByMatrix } from './partialMatrix';
import type { ProblemReporter } from './problemReporter';
import { requestNamed } from './requestName';
import { isSafe } from './safeRequest';

/** What is wrong with logins. */
export function loginProblems(loaded: NamedByMatrix, report: ProblemReporter): readonly Problem[] {
  return [...wholeLogins(loaded, report), ...unprovedEndings(loaded, report)];
}

/** An error at each user whose login does not show that the credentials which it ends were valid. */
function unprovedEndings(loaded: NamedByMatrix, { atName, atValue }: ProblemReporter): readonly Problem[] {
  return loaded.matrix.users.flatMap(({ name, login, ended }) => {
    if (ended === undefined || (login !== undefined && usesWhatItGets(login, loaded))) {
      return [];
    }
    const code = 'unproved-ending';
    return login === undefined
      ? [
          atName(['users', name, 'ended'], {
            code,
            severity: 'error',
            message: `${JSON.stringify(name)} has no login that gets credentials and ends them. Name one, or remove \`ended\`.`,
          }),
        ]
      : [
          atValue(['users', name, 'login'], {
            code,
            severity: 'error',
            message: `This login sends nothing with the credentials that it gets, so nothing shows that they were valid before they ended. Name a chain that signs in, and then sets a new password or another role with these credentials.`,
          }),
        ];
  });
}

/** Whether a login sends a request with what an earlier one got; any further request may send cookies. */
function usesWhatItGets({ chain: file, id }: RequestName, loaded: NamedByMatrix): boolean {
  const main = loaded.chains.get(file);
  if (main === undefined) {
    return true;
  }
  const { items } = planRun(
    { main: { file, chain: main.chain }, required: main.required, environment: undefined },
    id === undefined ? { kind: 'all' } : { kind: 'withDependencies', ids: [id] },
    new Set(),
  );
  const wanted = wantedVariables(loaded);
  const got = items.map(({ request }) => extractedVariables(request).filter((name) => wanted.has(name)));
  return got.every((names) => names.length === 0)
    ? items.length > 1
    : items.some(({ request, loaded: { chain } }, at) => {
        const before = new Set(got.slice(0, at).flat());
        return variableUses(request, chain).some(
          ({ variable, location }) => authenticates(location) && before.has(variable),
        );
      });
}

/** A hint for each chain that users name whole as their login, at the first of them. */
function wholeLogins(loaded: NamedByMatrix, { atValue }: ProblemReporter): readonly Problem[] {
  const whole = new Map<string, string>();
  for (const { name, login, ended } of loaded.matrix.users.toReversed()) {
    if (login !== undefined && login.id === undefined && ended === undefined) {
      whole.set(login.chain, name);
    }
  }
  return [...whole].flatMap(([chain, user]) => {
    const found = idleRequests(chain, loaded);
    return found === undefined
      ? []
      : [
          atValue(['users', user, 'login'], {
            code: 'whole-login',
            severity: 'information',
            message: `Signing in sends all requests of ${chain}, for each user and whenever credentials have ended. Credentials do not need ${list(found.idle)}. Name the request that signs in, ${chain}#${found.signsIn}: what it needs is sent with it.`,
          }),
        ];
  });
}

/** Ids of requests. */
interface IdleRequests {
  readonly idle: readonly string[];
  readonly signsIn: string;
}

/** The requests that nothing of what users get needs; absent where there are none, or cookies may be what users get. */
function idleRequests(file: string, loaded: NamedByMatrix): IdleRequests | undefined {
  const main = loaded.chains.get(file);
  if (main === undefined) {
    return undefined;
  }
  const { chain } = main;
  const wanted = wantedVariables(loaded);
  const sent = chain.requests.filter(({ disabled }) => !disabled);
  const giving = sent.filter((request) => extractedVariables(request).some((name) => wanted.has(name)));
  const signsIn = giving.at(-1)?.id;
  if (signsIn === undefined) {
    return undefined;
  }
  const { items } = planRun(
    { main: { file, chain }, required: main.required, environment: undefined },
    { kind: 'withDependencies', ids: giving.map(({ id }) => id) },
    new Set(),
  );
  const needed = new Set(items.map(({ request }) => request));
  // A read with credentials tells that they hold, and a password may be answered with a cookie.
  const isUseful = (request: ChainRequest): boolean =>
    needed.has(request) ||
    (isSafe(request) && effectiveAuth(request, chain).type !== 'none') ||
    variableUses(request, chain).some(
      ({ variable, location }) => location.in === 'body' && isCredentialName(variable),
    );
  const idle = sent.filter((request) => !isUseful(request)).map(({ id }) => id);
  return idle.length === 0 ? undefined : { idle, signsIn };
}

/** What signing in has to give: variables that authenticate requests of the matrix, and identifiers that nothing creates. */
function wantedVariables({ matrix, chains }: NamedByMatrix): ReadonlySet<string> {
  const requests: readonly (RequestName | undefined)[] = [
    ...matrix.operations.map(({ request }) => request),
    ...matrix.resources.flatMap(({ create, read, list: all }) => [create, read, all]),
    ...matrix.users.map(({ alive }) => alive),
  ];
  const credentials = requests.flatMap((name) => {
    const request = name === undefined ? undefined : requestNamed(name, chains);
    const chain = name === undefined ? undefined : chains.get(name.chain)?.chain;
    return request === undefined || chain === undefined
      ? []
      : variableUses(request, chain).flatMap(({ variable, location }) =>
          authenticates(location) ? [variable] : [],
        );
  });
  const ids = matrix.resources.flatMap(({ id, create }) => {
    const request = create === undefined ? undefined : requestNamed(create, chains);
    const created = new Set(request === undefined ? [] : extractedVariables(request));
    return id.filter((name) => !created.has(name));
  });
  return new Set([...credentials, ...ids]);
}
