/**
 * What a run is about to do, worked out from its files before anything is sent: for the questions that the
 * editor asks. The engine gets the answers and does not rely on this.
 */
import path from 'node:path';
import { defined } from '../../core/defined';
import type { RunWay } from '../../core/run/surveyText';
import { surveyPlan, type Destination, type PlanSurvey } from '../../core/run/planSurvey';
import { originsOf } from '../../core/permission/origin';
import { vouchesForAll } from '../../core/permission/vouching';
import type { ApiDescription } from '../../core/openapi/namedDescription';
import type { RunPlan } from '../../core/run/plan';
import type { ExecuteJob, ExecuteSettings } from './executeSettings';
import type { LoadedRun } from '../files/loadRun';
import type { LoadedEnvironment } from '../files/loadChain';
import { unknownData } from './fakeData';
import { nodeHash, nodeRandom, systemClock } from './nodePorts';
import { runSecrets, type RunSecretSettings } from '../secrets/runSecrets';
import { authorityOf, clientCertificateOf } from '../http/trustedAuthority';
import { createTlsFiles } from '../files/workspaceFiles';

/** What a run is about to do, and what its environment says about that. */
export interface RunSurvey extends PlanSurvey, RunWay {
  /** Origins that its requests name; settings and files let responses lead to the other destinations. */
  readonly addressed: readonly string[];
  readonly environment?: {
    readonly name: string;
    /** Absolute path. */
    readonly file: string;
    readonly protected: boolean;
    /** Names of the secrets that it lists. */
    readonly secrets: readonly string[];
  };
}

/** What a survey goes by. */
export type SurveySettings = RunSecretSettings & Pick<ExecuteSettings, 'allowHosts' | 'network'>;

/** A run whose files were read and whose requests were chosen. */
export interface PlannedRun {
  readonly job: Pick<ExecuteJob, 'file' | 'workspace' | 'select'>;
  readonly files: LoadedRun;
  readonly plan: RunPlan;
  /** Descriptions of APIs by the files of the chains that are held against them. */
  readonly descriptions: ReadonlyMap<string, ApiDescription>;
}

/** Surveys a run. Throws UserError when a certificate authority or the file of secrets cannot be read. */
export async function surveyRun(planned: PlannedRun, settings: SurveySettings): Promise<RunSurvey> {
  const { workspace } = planned.job;
  const { loaded, authored } = planned.files;
  const { allowHosts, network } = settings;
  const survey = await surveyPlanned(planned, settings);
  const proxy = network.proxy ?? loaded?.environment.proxy;
  const files = createTlsFiles(workspace);
  const authority = await authorityOf(authored.environment, authored.environmentFile, files);
  return {
    ...survey,
    addressed: survey.destinations.map(({ origin }) => origin),
    destinations: withLeads(survey.destinations, [...allowHosts, ...(loaded?.environment.allowHosts ?? [])]),
    ...(loaded === undefined ? {} : { environment: described(loaded, workspace) }),
    ...defined({ proxy, authority, clientCertificate: clientCertificateOf(authored.environment) }),
  };
}

/** What the requests of a run are about to do, were everything allowed: an approval has to cover that. */
export async function surveyPlanned(
  { job, files: { authored }, plan }: PlannedRun,
  settings: RunSecretSettings,
): Promise<PlanSurvey> {
  const secrets = await runSecrets(job, settings, authored, vouchesForAll);
  const ports = { clock: systemClock, random: nodeRandom(unknownData), hash: nodeHash, secrets };
  return surveyPlan(plan, authored, ports, boundSecrets(settings));
}

/** Whether a person bound the secret with a label to its origins. */
export function boundSecrets({ secrets }: RunSecretSettings): (label: string) => boolean {
  const stored = new Set([...(secrets.stored?.keys() ?? [])].map((name) => `secret ${name}`));
  return (label) => stored.has(label) || secrets.bindings.has(label.slice(label.lastIndexOf(' ') + 1));
}

/** Also the origins that files let responses lead to. */
function withLeads(destinations: readonly Destination[], urls: readonly string[]): readonly Destination[] {
  const known = new Set(destinations.map(({ origin }) => origin));
  return [
    ...destinations,
    ...originsOf(urls)
      .filter((origin) => !known.has(origin))
      .map((origin) => ({ origin, secrets: [], obtained: [], bound: [] })),
  ];
}

function described(
  { file, environment }: LoadedEnvironment,
  workspace: string,
): NonNullable<RunSurvey['environment']> {
  const { name, protected: isProtected, secrets } = environment;
  return { name, file: path.resolve(workspace, file), protected: isProtected, secrets };
}
