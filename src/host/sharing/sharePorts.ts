/** What sharing works with, from what the extension knows at its start. */
import type * as vscode from 'vscode';
import type { Machine } from '../settings';
import { egressReviewer } from './egressPanel';
import type { SharePorts } from './share';

/** What sharing needs of the extension. */
export interface SharingPorts {
  readonly context: vscode.ExtensionContext;
  readonly machine: () => Promise<Machine>;
  readonly log: vscode.LogOutputChannel;
}

/** The ports of sharing in this window. */
export function sharePorts({ context, machine, log }: SharingPorts): SharePorts {
  const { extension, extensionUri } = context;
  const { version } = extension.packageJSON as { readonly version: string };
  return { id: extension.id, version, machine, review: egressReviewer({ extension: extensionUri, log }) };
}
