/**
 * The results of matrices on the disk: every whole run leaves one, masked, and the newest stay.
 *
 * Keeping a result never decides about a run: when the disk refuses, the run is still shown and the person
 * is notified once.
 */
import * as vscode from 'vscode';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { isComparable } from '../../core/authz/report/comparableResult';
import { withoutLinks } from '../fileText';
import { keptResults } from '../results/keptResults';
import { matrixName, type MatrixPlace } from './matrixDocument';
import { writeAuthzResult, latestAuthzResult } from '../../node/authz/authzStore';

/** Owner of the results on disk. */
export class MatrixHistory {
  #isReported = false;

  constructor(private readonly log: vscode.LogOutputChannel) {}

  /** The newest result of a matrix; absent when there is none, or it cannot be read. */
  async latest(place: MatrixPlace): Promise<AuthzResult | undefined> {
    return this.#newest(place, () => true);
  }

  /** The newest whole result before another one, in the same environment; absent when there is none to be read. */
  async earlier(place: MatrixPlace, result: AuthzResult): Promise<AuthzResult | undefined> {
    return this.#newest(place, (one) => one.startedAt < result.startedAt && isComparable(one, result));
  }

  /** Keeps the result of a whole run. Never rejects. */
  async keep(place: MatrixPlace, result: AuthzResult): Promise<void> {
    const kept = keptResults(place.uri);
    if (kept === 0) {
      return;
    }
    try {
      await writeAuthzResult(place.root, result, kept);
    } catch (error) {
      this.log.warn(textOf(error));
      if (!this.#isReported) {
        this.#isReported = true;
        const why = vscode.l10n.t('The result of this run could not be kept on disk: {0}', textOf(error));
        void vscode.window.showWarningMessage(withoutLinks(why));
      }
    }
  }

  async #newest(
    place: MatrixPlace,
    suits: (result: AuthzResult) => boolean,
  ): Promise<AuthzResult | undefined> {
    try {
      return (await latestAuthzResult(place.root, matrixName(place), suits))?.result;
    } catch (error) {
      this.log.warn(textOf(error));
      return undefined;
    }
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
