/** What an issue is raised about: a request that did not pass, or a flaw of a matrix. */
import type * as vscode from 'vscode';
import type { IssueContent } from '../../../sharing/issues/issueDraft';

/** What somebody wants to raise an issue about. */
export interface IssueSubject {
  /** A chain or a matrix, which mean their last results, or the file of a result of a chain. */
  readonly uri: vscode.Uri;
  /** Position of the request in the run of a chain; absent asks for it. */
  readonly index?: number;
  /** Id of the cell in a matrix; absent asks for it. */
  readonly cell?: string;
}

/** A fault that was found; everything is masked. */
export interface Fault {
  /** Absolute path of the folder that remembers issues. */
  readonly workspace: string;
  readonly content: () => Promise<IssueContent>;
}
