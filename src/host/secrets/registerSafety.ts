/**
 * Everything between a workspace's files and the network: secrets, environments, and the
 * questions that are asked before a run.
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { createSessionStore } from '../../node/secrets/sessionStore';
import { commandRegistrar } from '../commandRegistrar';
import { registerEnvironmentStatus } from '../environments/environmentStatus';
import { WorkspaceEnvironments } from '../environments/workspaceEnvironments';
import { loadCommands } from '../lazyBundles';
import { BrowserSignIn } from '../oauth/browserSignIn';
import { registerSignOut } from '../oauth/signOut';
import type { BeforeRun } from '../running/runService';
import type { ChainFiles } from '../services';
import { thisMachine, type Machine } from '../settings';
import { registerUris } from '../uriHandler';
import { Approvals } from './approvals';
import { createAsking, createPermission, registerPermissionCommands, type AskPermission } from './permission';
import { registerSecrets } from './registerSecrets';
import { WorkspaceSecrets } from './workspaceSecrets';

/** What runs need of it. */
export interface Safety extends vscode.Disposable {
  readonly environments: WorkspaceEnvironments;
  readonly secrets: WorkspaceSecrets;
  /** This installation and what it knows of the workspace, as they are now. */
  readonly machine: () => Promise<Machine>;
  /** Asks before anything of this window is run, one run at a time. */
  readonly ask: AskPermission;
  readonly beforeRun: BeforeRun;
}

/** Sets it up for as long as the returned disposable lives. */
export function registerSafety(
  context: vscode.ExtensionContext,
  files: ChainFiles,
  log: vscode.LogOutputChannel,
): Safety {
  const secrets = new WorkspaceSecrets(context, log);
  const approvals = new Approvals(context.workspaceState);
  const environments = new WorkspaceEnvironments({ memory: context.workspaceState, files, secrets });
  const browser = new BrowserSignIn(log);
  const sessions = createSessionStore(context.secrets, context.workspaceState, {
    newId: randomUUID,
    failed: (error) => log.warn(error instanceof Error ? error.message : String(error)),
  });
  const signIn = { person: browser, sessions };
  const machine = (): Promise<Machine> => thisMachine(context, { secrets, approvals, signIn });
  const ports = { secrets, environments, machine };
  const register = commandRegistrar(log);
  const all = vscode.Disposable.from(
    secrets,
    environments,
    registerEnvironmentStatus(environments, log),
    register('selectEnvironment', async () => (await loadCommands()).selectEnvironment(environments)),
    registerSecrets(ports, log),
    registerPermissionCommands(approvals, log),
    registerUris(browser, log),
    registerSignOut(sessions, log),
  );
  const ask = createAsking({
    approvals,
    machine,
    questions: async (file) => (await loadCommands()).windowQuestions(file),
  });
  return {
    environments,
    secrets,
    machine,
    ask,
    beforeRun: createPermission(ask),
    dispose: () => void all.dispose(),
  };
}
