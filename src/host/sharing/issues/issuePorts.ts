/** What raising issues works with, from what the extension knows at its start. */
import { egressReviewer } from '../egressPanel';
import type { SharedPorts } from '../registerSharing';
import { windowIssueQuestions } from './issueQuestions';
import type { IssuePorts } from './raiseIssue';

/** The ports of issues in this window. */
export function issuePorts({ context, machine, log, shown, history, recall }: SharedPorts): IssuePorts {
  const { version } = context.extension.packageJSON as { readonly version: string };
  return {
    version,
    memory: context,
    machine,
    review: egressReviewer({ extension: context.extensionUri, log }),
    ask: windowIssueQuestions,
    shown,
    history,
    recall,
  };
}
