/**
 * The settings of the extension, as the engine wants them. Those that decide where data may go count
 * only from the user's own settings until the workspace is trusted (`restrictedConfigurations`).
 */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { defined } from '../core/defined';
import { approve, type Approval } from '../core/permission/approval';
import { originOf } from '../core/permission/origin';
import type { ExecuteSettings } from '../node/run/executeSettings';
import type { RunSecretSettings } from '../node/secrets/runSecrets';
import type { StoredSecret } from '../node/secrets/secretValues';
import type { SignInPorts } from '../node/secrets/signInPorts';
import { remedies } from './remedies';

type NetworkMode = ExecuteSettings['network']['mode'];

const NETWORK_MODES: readonly NetworkMode[] = ['auto', 'direct', 'vscode'];
const DEFAULT_TIMEOUT_MS = 30_000;
const MASKING_KEY = 'maskingKey';

/** What the settings do not say. */
export interface Machine {
  /** Keys the pseudonyms of masked values; the same for as long as the workspace exists. */
  readonly maskingKey: Uint8Array;
  /** `chainwright/1.2.3` */
  readonly userAgent: string;
  /** Secrets that VS Code keeps for this workspace, by name. */
  readonly stored: ReadonlyMap<string, StoredSecret>;
  /** What the person allowed this workspace when they were asked. */
  readonly approval: Approval;
  /** How they sign in in their browser; absent where they cannot. */
  readonly signIn?: SignInPorts;
}

/** Sources of what the user entered and allowed for this workspace. */
export interface UserDecisions {
  readonly secrets: { values(): Promise<ReadonlyMap<string, StoredSecret>> };
  readonly approvals: { readonly current: Approval };
  readonly signIn: SignInPorts;
}

/**
 * This installation and what it knows of the workspace, as they are now; the masking key is made at the
 * first run.
 */
export async function thisMachine(
  { workspaceState, extension }: vscode.ExtensionContext,
  { secrets, approvals, signIn }: UserDecisions,
): Promise<Machine> {
  const known = workspaceState.get<string>(MASKING_KEY);
  const maskingKey = known === undefined ? randomBytes(32) : Buffer.from(known, 'base64');
  if (known === undefined) {
    await workspaceState.update(MASKING_KEY, maskingKey.toString('base64'));
  }
  const { version } = extension.packageJSON as { readonly version: string };
  return {
    maskingKey,
    userAgent: `chainwright/${version}`,
    // A preview needs a machine in Restricted Mode, too, but no secret.
    stored: vscode.workspace.isTrusted ? await secrets.values() : new Map(),
    approval: approvals.current,
    signIn,
  };
}

/** Variables that the person sets for a run, which only the command line knows. */
export const overridesHere: ExecuteSettings['overrides'] = new Map();

/** The settings for one run of a chain file, as they are now. */
export function executeSettings(
  chain: vscode.Uri,
  { maskingKey, userAgent, stored, approval, signIn }: Machine,
): Omit<ExecuteSettings, 'keepBodies' | 'approval'> & { readonly approval: Approval } {
  const settings = vscode.workspace.getConfiguration('chainwright', chain);
  return {
    overrides: overridesHere,
    allowHosts: texts(settings.get('allowedHosts')),
    vouchedHosts: ownHosts(settings),
    ...(settings.get('stopAtFirstFailure', false) ? { bail: {} } : {}),
    ...secretSettings(chain, stored),
    approval: withOwnSettings(approval, settings),
    timeoutMs: positive(settings.get('timeout')) ?? DEFAULT_TIMEOUT_MS,
    network: networkSettings(settings),
    maskingKey,
    userAgent,
    ...defined({ signIn }),
  };
}

/** The way to servers. */
function networkSettings(settings: vscode.WorkspaceConfiguration): ExecuteSettings['network'] {
  const mode = settings.get<string>('network.mode', 'auto');
  const proxy = settings.get<string>('network.proxy', '');
  return {
    mode: NETWORK_MODES.find((known) => known === mode) ?? 'auto',
    ...(proxy === '' ? {} : { proxy }),
    proxyEnvironment: process.env,
    verifyTls: settings.get('network.verifyTls', true),
  };
}

/** Where the secrets of a chain file come from. */
export function secretSettings(
  chain: vscode.Uri,
  stored: ReadonlyMap<string, StoredSecret>,
): Pick<RunSecretSettings, 'secrets' | 'remedies'> {
  const settings = vscode.workspace.getConfiguration('chainwright', chain);
  return {
    remedies,
    secrets: {
      stored,
      environment: process.env,
      granted: texts(settings.get('allowedEnvironmentVariables')),
      bindings: new Map(),
    },
  };
}

/**
 * What the person allows in the settings of their own, for every workspace. The settings of a workspace are
 * a file in it: what they name is asked about like everything else.
 */
function withOwnSettings(approval: Approval, settings: vscode.WorkspaceConfiguration): Approval {
  const proxy = settings.inspect<unknown>('network.proxy')?.globalValue;
  return approve(approval, {
    destinations: ownHosts(settings).flatMap((url) => {
      const origin = originOf(url);
      return origin === undefined ? [] : [{ origin, secrets: [], obtained: [], bound: [] }];
    }),
    ...(typeof proxy === 'string' ? { proxy } : {}),
  });
}

/** Origins in the settings of their own. */
function ownHosts(settings: vscode.WorkspaceConfiguration): readonly string[] {
  return texts(settings.inspect('allowedHosts')?.globalValue);
}

/** Settings are files that people write: a list may hold anything. */
function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}
