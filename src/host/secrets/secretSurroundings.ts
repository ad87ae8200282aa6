/**
 * What is around when a secret is entered: names that the chain and its environments ask for, and origins
 * it may belong to. Suggestions only; files do not decide anything about secrets.
 */
import * as vscode from 'vscode';
import { unlessFaulty } from '../../core/errors';
import { defined } from '../../core/defined';
import type { Destination } from '../../core/run/planSurvey';
import { chainPlace, isChainFile, openText } from '../chainDocument';
import type { WorkspaceEnvironments } from '../environments/workspaceEnvironments';
import { descriptions } from '../openapi/descriptionThread';
import { executeSettings, overridesHere, type Machine } from '../settings';
import { isSecretName, type OriginChoice, type SuggestedName } from './secretQuestions';
import type { WorkspaceSecrets } from './workspaceSecrets';
import { secretNamesIn } from '../../core/permission/secretNames';
import { prepareRun } from '../../node/run/execute';

/** What suggestions come from. */
export interface SurroundingPorts {
  readonly secrets: WorkspaceSecrets;
  readonly environments: WorkspaceEnvironments;
  readonly machine: () => Promise<Machine>;
}

/** Names that the chain and its environments ask for, those without a value first. */
export async function suggestNames(
  ports: SurroundingPorts,
  resource: vscode.Uri | undefined,
): Promise<readonly SuggestedName[]> {
  const summaries = resource === undefined ? [] : await ports.environments.summaries(resource);
  const listed = summaries.flatMap(({ secrets }) => secrets);
  const inChain = secretNamesIn(resource === undefined ? '' : (openText(resource) ?? ''));
  const stored = new Set(ports.secrets.entries.map(({ name }) => name));
  const hasValue = (name: string): boolean =>
    stored.has(name) || listed.some((secret) => secret.name === name && secret.hasValue);
  const names = [...new Set([...inChain, ...listed.map(({ name }) => name), ...stored])].filter(isSecretName);
  return [...names.filter((name) => !hasValue(name)), ...names.filter(hasValue)].map((name) => ({
    name,
    description: hasValue(name) ? vscode.l10n.t('has a value') : vscode.l10n.t('has no value'),
  }));
}

/** A secret, and the chain that refers to it now or will. */
export interface ReferredSecret {
  readonly name: string;
  readonly text: string;
}

/**
 * Origins for a secret of a chain: those it would be sent to are likely, then those of the environment, then
 * those its requests go to. Without a secret, or where the chain does not send it, the first ones are missing.
 */
export async function suggestOrigins(
  ports: SurroundingPorts,
  resource: vscode.Uri | undefined,
  secret?: ReferredSecret,
): Promise<OriginChoice> {
  if (resource === undefined) {
    return { likely: [], possible: [] };
  }
  const selected = await ports.environments.nameFor(resource);
  const summaries = await ports.environments.summaries(resource);
  const { receiving, contacted } = await destinationsOf(ports, resource, secret);
  const chosen = summaries.find(({ name }) => name === selected)?.origins ?? [];
  const likely = [receiving, chosen].find(({ length }) => length > 0) ?? contacted;
  return { likely, possible: [...chosen, ...contacted, ...summaries.flatMap(({ origins }) => origins)] };
}

interface Destinations {
  /** Where the secret would be sent, whatever it is bound to. */
  readonly receiving: readonly string[];
  readonly contacted: readonly string[];
}

async function destinationsOf(
  ports: SurroundingPorts,
  chain: vscode.Uri,
  secret: ReferredSecret | undefined,
): Promise<Destinations> {
  if (!isChainFile(chain) || chain.scheme !== 'file') {
    return { receiving: [], contacted: [] };
  }
  const survey = await surveyOf(ports, chain, secret?.text ?? openText(chain));
  const contacted = await survey(new Map());
  const origins = contacted.map(({ origin }) => origin);
  if (secret === undefined) {
    return { receiving: [], contacted: origins };
  }
  // Bound to every origin, for then the survey says which of them get it.
  const bound = await survey(new Map([[secret.name, { value: secret.name, origins }]]));
  const label = `secret ${secret.name}`;
  const receiving = bound.filter((destination) => destination.bound.includes(label));
  return { receiving: receiving.map(({ origin }) => origin), contacted: origins };
}

/** Where a run of the whole chain would go with stored secrets; nowhere while its files have faults. */
async function surveyOf(
  ports: SurroundingPorts,
  chain: vscode.Uri,
  text: string | undefined,
): Promise<(stored: Machine['stored']) => Promise<readonly Destination[]>> {
  const { file, root } = chainPlace(chain);
  const environment = await ports.environments.nameFor(chain);
  const job = {
    file,
    workspace: root,
    select: { kind: 'all' } as const,
    describe: descriptions.describe,
    ...defined({ text, environment }),
  };
  const machine = await ports.machine();
  const run = await unlessFaulty(prepareRun(job, overridesHere));
  return async (stored) => {
    const survey = run?.survey(executeSettings(chain, { ...machine, stored }));
    return (await unlessFaulty(survey))?.destinations ?? [];
  };
}
