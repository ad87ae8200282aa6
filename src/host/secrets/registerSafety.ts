/**
 * Everything between a workspace's files and the network: secrets, environments, and the
 * questions that are asked before a run.
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { createSessionStore } from '../../node/secrets/sessionStore';
import { commandRegistrar, orShowFailure } from '../commandRegistrar';
import { registerEnvironmentStatus } from '../environments/environmentStatus';
import { WorkspaceEnvironments } from '../environments/workspaceEnvironments';
import { BrowserSignIn } from '../oauth/browserSignIn';
import { registerSignOut } from '../oauth/signOut';
import type { BeforeRun } from '../running/runService';
import type { ChainFiles, RunHelp } from '../services';
import { thisMachine, type Machine } from '../settings';
import { Approvals } from './approvals';
import { createAsking, createPermission, registerPermissionCommands, type AskPermission } from './permission';
import { registerSecrets, type SecretActions } from './registerSecrets';
import { WorkspaceSecrets } from './workspaceSecrets';

/** What runs need from the safety features. */
export interface Safety
  extends
    vscode.Disposable,
    Pick<SecretActions, 'storeAsSecret' | 'setSecret'>,
    Pick<RunHelp, 'chooseEnvironment'> {
  readonly environments: WorkspaceEnvironments;
  readonly secrets: WorkspaceSecrets;
  /** This installation and what it knows of the workspace, as they are now. */
  readonly machine: () => Promise<Machine>;
  /** Asks before anything of this window is run, one run at a time. */
  readonly ask: AskPermission;
  readonly beforeRun: BeforeRun;
  /** Takes the addresses that sign-ins lead back to. */
  readonly signIn: vscode.UriHandler;
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
  const actions = registerSecrets(ports, log);
  const register = commandRegistrar(log);
  const chooseEnvironment = async (file?: unknown): Promise<boolean> =>
    (await import('../environments/selectEnvironment')).selectEnvironment(
      environments,
      file instanceof vscode.Uri ? file : undefined,
    );
  const all = vscode.Disposable.from(
    secrets,
    environments,
    registerEnvironmentStatus(environments, log),
    register('selectEnvironment', chooseEnvironment),
    actions,
    registerPermissionCommands(approvals, log),
    registerSignOut(sessions, log),
  );
  const ask = createAsking({
    approvals,
    machine,
    async questions(file) {
      const { windowQuestions } = await import('./permissionQuestions');
      return windowQuestions(async (name) => (await import('./secretCommands')).setSecret(ports, name, file));
    },
  });
  return {
    environments,
    secrets,
    machine,
    ask,
    beforeRun: createPermission(ask),
    chooseEnvironment: async (file) => (await orShowFailure(log, () => chooseEnvironment(file))) === true,
    setSecret: actions.setSecret,
    storeAsSecret: actions.storeAsSecret,
    signIn: browser,
    dispose: () => void all.dispose(),
  };
}
