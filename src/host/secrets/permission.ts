/**
 * Permission to run: surveys a run before it begins and asks the person what is new about it. One run is
 * asked about at a time, so that the second one knows the answers to the first.
 */
import * as vscode from 'vscode';
import { mayRun } from '../../core/permission';
import type { PermissionQuestions } from '../../core/permission';
import type { RunSelection } from '../../core/plan';
import type { ChainPlace } from '../chainDocument';
import { openText } from '../chainDocument';
import { commandRegistrar } from '../commandRegistrar';
import { loadEngine } from '../lazyBundles';
import type { BeforeRun } from '../running/runService';
import { executeSettings } from '../settings';
import type { Machine } from '../settings';
import { requireTrust } from '../trust';
import type { Approvals } from './approvals';
import { windowQuestions } from './permissionQuestions';

/** What permissions are asked and remembered with. */
export interface PermissionPorts {
  readonly approvals: Approvals;
  readonly machine: () => Promise<Machine>;
  /** Who answers for a chain; the person at the keyboard by default. */
  readonly questions?: (chain: vscode.Uri) => PermissionQuestions;
}

/** What has to be asked before each run of this window. Throws UserError when the files cannot be run. */
export function createPermission({
  approvals,
  machine,
  questions = windowQuestions,
}: PermissionPorts): BeforeRun {
  const spokenOf = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const ask: BeforeRun = async (place, select, environment) => {
    const settings = executeSettings(place.uri, await machine());
    const { surveyRun } = await loadEngine();
    const prospect = await surveyRun(jobOf(place, select, environment), settings);
    return mayRun(
      place.uri.toString(),
      prospect,
      {
        approval: settings.approval,
        allow: (allowed) => approvals.allow(allowed),
        unguarded: approvals.unguarded,
        spokenOf,
      },
      questions(place.uri),
    );
  };
  return async (...run) => {
    requireTrust();
    const asking = last.then(
      () => ask(...run),
      () => ask(...run),
    );
    last = asking;
    return asking;
  };
}

/** Registers the command that takes permissions back, for as long as the returned disposable lives. */
export function registerPermissionCommands(
  approvals: Approvals,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const register = commandRegistrar(log);
  return register('forgetAllowedOrigins', async () => {
    const count = await approvals.forget();
    void vscode.window.showInformationMessage(
      count === 0
        ? vscode.l10n.t('Nothing was allowed for this workspace.')
        : vscode.l10n.t('Forgotten. Chainwright asks again before the next run.'),
    );
  });
}

function jobOf({ uri, file, root }: ChainPlace, select: RunSelection, environment: string | undefined) {
  const text = openText(uri);
  return {
    file,
    workspace: root,
    select,
    ...(text === undefined ? {} : { text }),
    ...(environment === undefined ? {} : { environment }),
  };
}
