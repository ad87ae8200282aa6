/**
 * What is around when a secret is entered: names that the chain and its environments ask for, and origins
 * it may belong to. Suggestions only; files do not decide anything about secrets.
 */
import * as vscode from 'vscode';
import { chainPlace, isChainFile, openText } from '../chainDocument';
import type { WorkspaceEnvironments } from '../environments/workspaceEnvironments';
import { loadEngine, loadLanguage } from '../lazyBundles';
import type { Machine } from '../settings';
import { executeSettings } from '../settings';
import { isUserError } from '../userMessage';
import type { OriginChoice, SuggestedName } from './secretQuestions';
import { isSecretName } from './secretQuestions';
import type { WorkspaceSecrets } from './workspaceSecrets';

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
  const { secretNamesIn } = await loadLanguage();
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

/** Origins for a secret of a chain: those of its environment, and those its requests go to. */
export async function suggestOrigins(
  ports: SurroundingPorts,
  resource: vscode.Uri | undefined,
): Promise<OriginChoice> {
  if (resource === undefined) {
    return { likely: [], possible: [] };
  }
  const selected = await ports.environments.nameFor(resource);
  const summaries = await ports.environments.summaries(resource);
  const likely = summaries.find(({ name }) => name === selected)?.origins ?? [];
  const contacted = await contactedOrigins(ports, resource);
  return {
    likely: likely.length === 0 ? contacted : likely,
    possible: [...contacted, ...summaries.flatMap(({ origins }) => origins)],
  };
}

async function contactedOrigins(ports: SurroundingPorts, chain: vscode.Uri): Promise<readonly string[]> {
  if (!isChainFile(chain) || chain.scheme !== 'file') {
    return [];
  }
  const { file, root } = chainPlace(chain);
  const { surveyRun } = await loadEngine();
  const text = openText(chain);
  const environment = await ports.environments.nameFor(chain);
  const job = {
    file,
    workspace: root,
    select: { kind: 'all' } as const,
    ...(text === undefined ? {} : { text }),
    ...(environment === undefined ? {} : { environment }),
  };
  try {
    const { destinations } = await surveyRun(job, executeSettings(chain, await ports.machine()));
    return destinations.map(({ origin }) => origin);
  } catch (error) {
    if (isUserError(error)) {
      return [];
    }
    throw error;
  }
}
