/**
 * The settings of the extension, as the engine wants them. Those that decide where data may go count
 * only from the user's own settings until the workspace is trusted (`restrictedConfigurations`).
 */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { ExecuteSettings } from '../node/execute';
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
}

/** The key and name of this installation; the key is made at the first run in a workspace. */
export async function thisMachine({ workspaceState, extension }: vscode.ExtensionContext): Promise<Machine> {
  const known = workspaceState.get<string>(MASKING_KEY);
  const maskingKey = known === undefined ? randomBytes(32) : Buffer.from(known, 'base64');
  if (known === undefined) {
    await workspaceState.update(MASKING_KEY, maskingKey.toString('base64'));
  }
  const { version } = extension.packageJSON as { readonly version: string };
  return { maskingKey, userAgent: `chainwright/${version}` };
}

/** The settings for a chain file, as they are now. */
export function executeSettings(
  chain: vscode.Uri,
  { maskingKey, userAgent }: Machine,
): Omit<ExecuteSettings, 'keepBodies'> {
  const settings = vscode.workspace.getConfiguration('chainwright', chain);
  const mode = settings.get<string>('network.mode', 'auto');
  const proxy = settings.get<string>('network.proxy', '');
  return {
    overrides: new Map(),
    allowHosts: texts(settings.get('allowedHosts')),
    ...(settings.get('stopAtFirstFailure', false) ? { bail: {} } : {}),
    approval: 'all',
    remedies,
    timeoutMs: positive(settings.get('timeout')) ?? DEFAULT_TIMEOUT_MS,
    network: {
      mode: NETWORK_MODES.find((known) => known === mode) ?? 'auto',
      ...(proxy === '' ? {} : { proxy }),
      proxyEnvironment: process.env,
      verifyTls: settings.get('network.verifyTls', true),
    },
    secrets: {
      environment: process.env,
      granted: texts(settings.get('allowedEnvironmentVariables')),
      bindings: new Map(),
    },
    maskingKey,
    userAgent,
  };
}

/** Settings are files that people write: a list may hold anything. */
function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}
