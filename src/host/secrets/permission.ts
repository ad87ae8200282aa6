/**
 * Permission to run: surveys a run before it begins and asks the person what is new about it. One run is
 * asked about at a time, so that the second one knows the answers to the first.
 */
import * as vscode from 'vscode';
import { mayRun, type PermissionQuestions, type RunProspect } from '../../core/permission/permission';
import { commandRegistrar } from '../commandRegistrar';
import type { BeforeRun } from '../running/runService';
import { executeSettings, type Machine } from '../settings';
import { requireTrust } from '../trust';
import type { Approvals } from './approvals';

/** What permissions are asked and remembered with. */
export interface PermissionPorts {
  readonly approvals: Approvals;
  readonly machine: () => Promise<Machine>;
  /** Who answers for a file: the person at the keyboard. */
  readonly questions: (file: vscode.Uri) => Promise<PermissionQuestions>;
}

/**
 * Asks what has to be asked before something of a file is run; false means the person said no. `survey` says what
 * is about to happen, `own` asks otherwise than for a chain.
 */
export type AskPermission = (
  file: vscode.Uri,
  survey: (settings: ReturnType<typeof executeSettings>) => Promise<RunProspect>,
  own?: (ordinary: PermissionQuestions) => PermissionQuestions,
) => Promise<boolean>;

/** A way to ask, for everything that is run in this window. */
export function createAsking({ approvals, machine, questions }: PermissionPorts): AskPermission {
  const spokenOf = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const ask: AskPermission = async (file, survey, own = (ordinary) => ordinary) => {
    const settings = executeSettings(file, await machine());
    return mayRun(
      file.toString(),
      await survey(settings),
      {
        approval: settings.approval,
        allow: (allowed) => approvals.allow(allowed),
        unguarded: approvals.unguarded,
        spokenOf,
      },
      own(await questions(file)),
    );
  };
  return async (...wanted) => {
    requireTrust();
    const asking = last.then(
      () => ask(...wanted),
      () => ask(...wanted),
    );
    last = asking;
    return asking;
  };
}

/** What has to be asked before each run of a chain. Throws UserError when the files cannot be run. */
export function createPermission(ask: AskPermission): BeforeRun {
  return (place, _order, prepare) => ask(place.uri, async (settings) => (await prepare()).survey(settings));
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
        : vscode.l10n.t('Permissions removed. Chainwright asks again before the next run.'),
    );
  });
}
