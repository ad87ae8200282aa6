/** The link that opens a file of this workspace in a colleague's editor. */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import { isOpenable, openLink, type OpenTarget } from '../../sharing/openLink';
import { workspacePathOf } from '../chainDocument';

/** What a link can lead to. */
export interface LinkSubject {
  readonly kind: OpenTarget['kind'];
  readonly file: vscode.Uri;
  readonly request?: string;
}

/**
 * The link to a file; absent for what is in no folder of this workspace.
 *
 * @param extension `publisher.name` of this extension
 */
export function workspaceLink({ kind, file, request }: LinkSubject, extension: string): string | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  const path = workspacePathOf(file);
  if (folder === undefined || !isOpenable(kind, path)) {
    return undefined;
  }
  const several = (vscode.workspace.workspaceFolders ?? []).length > 1;
  return openLink(
    { scheme: vscode.env.uriScheme, extension },
    {
      kind,
      path,
      ...defined({ request }),
      ...(several ? { folder: folder.name } : {}),
    },
  );
}
