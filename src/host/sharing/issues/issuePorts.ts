/** What raising issues works with, from what the extension knows at its start. */
import type { MatrixRunSource } from '../../authz/matrixRuns';
import type { ResultHistory } from '../../results/resultHistory';
import type { ShownRuns } from '../../results/shownRuns';
import { egressReviewer } from '../egressPanel';
import type { SharingPorts } from '../sharePorts';
import { windowIssueQuestions } from './issueQuestions';
import type { IssuePorts } from './raiseIssue';

/** What sharing needs of the extension, and where results are found. */
export interface SharedPorts extends SharingPorts, MatrixRunSource {
  readonly shown: ShownRuns;
  readonly history: ResultHistory;
}

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
