/**
 * What an authorization run is about to do, worked out from its files before anything is sent: for the questions
 * that the editor asks. The engine gets the answers and does not rely on this.
 *
 * Every user sends the requests that the matrix names, so every user's values are looked at: a password that is a
 * secret goes where the login goes.
 */
import {
  ANONYMOUS,
  type LoadedMatrix,
  type Matrix,
  type MatrixChain,
  type MatrixUser,
  type RequestName,
} from '../../core/authz/model/matrix';
import { standInUser, throwAwayFor } from '../../core/authz/matrix/throwAways';
import { defined } from '../../core/defined';
import type { SecretSource } from '../../core/permission/secret';
import type { AuthoredSettings } from '../../core/permission/originPolicy';
import type { RunProspect } from '../../core/permission/permission';
import { vouchesForAll } from '../../core/permission/vouching';
import { planRun, type RunPlan } from '../../core/run/plan';
import { surveyPlan, type Destination, type PlanSurvey } from '../../core/run/planSurvey';
import type { TrustSurvey } from '../run/environmentTrust';
import type { ExecuteSettings } from '../run/executeSettings';
import { unknownData } from '../run/fakeData';
import { nodeHash, nodeRandom, systemClock } from '../run/nodePorts';
import { boundSecrets } from '../run/surveyRun';
import { runSecrets } from '../secrets/runSecrets';
import { authorityOf } from '../http/trustedAuthority';
import { createTlsFiles } from '../files/workspaceFiles';
import { authoredSettings, loadMatrix, type MatrixJob } from './loadMatrix';

/** Surveys a run. Throws UserError when a file is missing or invalid. */
export async function surveyMatrix(
  job: MatrixJob,
  settings: ExecuteSettings,
): Promise<RunProspect & TrustSurvey> {
  const loaded = await loadMatrix(job);
  const authored = authoredSettings(loaded, settings);
  // Whatever was allowed so far: what is surveyed is what an approval has to cover.
  const secrets = await runSecrets(job, settings, authored, vouchesForAll);
  const isBound = boundSecrets(settings);
  const surveys = senders(loaded.matrix).flatMap((user) =>
    surveysOf(loaded, user, authored, { secrets, isBound }),
  );
  const { environment, environmentFile } = loaded;
  const proxy = settings.network.proxy ?? environment?.proxy;
  const authority = await authorityOf(environment, environmentFile, createTlsFiles(job.workspace));
  return {
    destinations: merged(surveys.flatMap(({ destinations }) => destinations)),
    // Nothing is changed in a protected environment, and elsewhere a question of its own asks about it.
    changing: [],
    missingSecrets: [...new Set(surveys.flatMap(({ missingSecrets }) => missingSecrets))],
    usesSecrets: surveys.some(({ usesSecrets }) => usesSecrets),
    strays: surveys.flatMap(({ strays }) => strays),
    ...defined({ proxy, authority }),
  };
}

/** The users, and those that may be made in their places, who bring other values along. */
function senders(matrix: Matrix): readonly MatrixUser[] {
  return matrix.users.flatMap((user) => {
    const how = throwAwayFor(matrix, user);
    return how === undefined ? [user] : [user, standInUser(user, how, '', user.name)];
  });
}

interface SurveyPorts {
  readonly secrets: SecretSource;
  readonly isBound: (label: string) => boolean;
}

/** What one user sends; somebody without credentials sends nothing that others do not. */
function surveysOf(
  loaded: LoadedMatrix,
  user: MatrixUser,
  authored: AuthoredSettings,
  { secrets, isBound }: SurveyPorts,
): readonly PlanSurvey[] {
  if (user.role === ANONYMOUS) {
    return [];
  }
  const names = requestNames(loaded.matrix, user);
  const ports = { clock: systemClock, random: nodeRandom(unknownData), hash: nodeHash, secrets };
  const own = { ...authored, user: { file: loaded.file, variables: user.variables } };
  return [...new Set(names.map(({ chain }) => chain))].flatMap((file) => {
    const chain = loaded.chains.get(file);
    return chain === undefined
      ? []
      : [surveyPlan(planOf(chain, names, loaded.environment), own, ports, isBound)];
  });
}

/** Every request that the matrix names for a user. */
function requestNames(
  { resources, operations }: Matrix,
  { login, alive }: MatrixUser,
): readonly RequestName[] {
  return [
    login,
    alive,
    ...resources.flatMap((resource) => [resource.create, resource.read, resource.list, resource.delete]),
    ...operations.flatMap((operation) => [operation.request, operation.probe, operation.next]),
  ].filter((name) => name !== undefined);
}

/** The requests of a chain that are named, those of required chains included; all of them where the chain is. */
function planOf(
  chain: MatrixChain,
  names: readonly RequestName[],
  environment: LoadedMatrix['environment'],
): RunPlan {
  const whole = planRun({ main: chain, required: chain.required, environment }, { kind: 'all' }, new Set());
  const own = names.filter((name) => name.chain === chain.file);
  const ids = new Set(own.map(({ id }) => id));
  const isNamed = ({ loaded, request }: RunPlan['items'][number]): boolean =>
    loaded.file !== chain.file || ids.has(undefined) || ids.has(request.id);
  return { ...whole, items: whole.items.filter(isNamed) };
}

/** One destination for each origin, with everything that goes there. */
function merged(destinations: readonly Destination[]): readonly Destination[] {
  const byOrigin = new Map<string, Destination>();
  for (const { origin, secrets, obtained, bound } of destinations) {
    const known = byOrigin.get(origin);
    byOrigin.set(origin, {
      origin,
      secrets: [...new Set([...(known?.secrets ?? []), ...secrets])],
      obtained: [...new Set([...(known?.obtained ?? []), ...obtained])],
      bound: [...new Set([...(known?.bound ?? []), ...bound])],
    });
  }
  return [...byOrigin.values()];
}
