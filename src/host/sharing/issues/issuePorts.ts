/** What raising issues works with, from what the extension knows at its start. */
import type * as vscode from 'vscode';
import type { ResultHistory } from '../../results/resultHistory';
import type { ShownRuns } from '../../results/shownRuns';
import { egressReviewer } from '../egressPanel';
import type { SharingPorts } from '../registerSharing';
import { windowIssueQuestions } from './issueQuestions';
import type { IssuePorts } from './raiseIssue';

/** The ports of issues in this window. */
export function issuePorts({
  context,
  machine,
  log,
  shown,
  history,
}: SharingPorts & {
  readonly context: vscode.ExtensionContext;
  readonly shown: ShownRuns;
  readonly history: ResultHistory;
}): IssuePorts {
  const { version } = context.extension.packageJSON as { readonly version: string };
  return {
    version,
    memory: context,
    machine,
    review: egressReviewer({ extension: context.extensionUri, log }),
    ask: windowIssueQuestions,
    shown,
    history,
  };
}
