/**
 * What results of matrices say of the coverage of an API, in the panel and in reports: by the description that a person
 * chose for the matrix, which is kept with the workspace, else by what its chains name.
 */
import { access } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import type { Coverage } from '../../core/authz/report/coverage';
import type { ApiListing } from '../../core/openapi/apiListing';
import type { Say } from '../../core/say';
import { findCoverage, readOperations } from '../../node/authz/matrixCoverage';
import type { MatrixPlace } from './matrixDocument';

/** Followed by the URI of the matrix. */
const KEY = 'coverageDescription ';

/** Owner of the choices. */
export class MatrixCoverages {
  constructor(private readonly state: Pick<vscode.Memento, 'get' | 'update'>) {}

  /** The coverage of a result; absent when nothing lists operations. Rejects with UserError when the chosen file is no description. */
  async of(place: MatrixPlace, result: AuthzResult, say?: Say): Promise<Coverage | undefined> {
    return findCoverage(result, place.root, await this.#chosen(place), say);
  }

  /** Asks for the description to measure by; whether the person chose one. Rejects with UserError when it is none. */
  async choose(place: MatrixPlace): Promise<boolean> {
    const [file] =
      (await vscode.window.showOpenDialog({
        defaultUri: vscode.Uri.joinPath(place.uri, '..'),
        canSelectMany: false,
        title: vscode.l10n.t('Choose an OpenAPI description'),
        openLabel: vscode.l10n.t('Choose'),
        filters: { OpenAPI: ['json', 'yaml', 'yml'] },
      })) ?? [];
    if (file === undefined) {
      return false;
    }
    await list(file.fsPath);
    await this.state.update(keyOf(place), file.fsPath);
    return true;
  }

  /** A file that is gone counts no more. */
  async #chosen(place: MatrixPlace): Promise<ApiListing | undefined> {
    const file = this.state.get<unknown>(keyOf(place));
    const isThere =
      typeof file === 'string' &&
      (await access(file)
        .then(() => true)
        .catch(() => false));
    return isThere ? list(file) : undefined;
  }
}

function keyOf({ uri }: MatrixPlace): string {
  return `${KEY}${uri.toString()}`;
}

function list(file: string): Promise<ApiListing> {
  return readOperations(path.basename(file), path.dirname(file));
}
