/** The request of a run that an issue is raised about. */
import * as vscode from 'vscode';
import { UserError } from '../../../core/errors';
import type { ExecutionResult, RequestResult } from '../../../core/result/result';
import { isChainFile, rootOf } from '../../chainDocument';
import type { ResultHistory } from '../../results/resultHistory';
import { chainOf, type ShownRuns } from '../../results/shownRuns';
import { maskedResult, type KnownSecrets } from '../maskAgain';
import { sharedResult } from '../sharedResult';
import type { Fault, IssueSubject } from './fault';
import type { IssueQuestions } from './issueQuestions';
import { causePath } from '../../../core/run/causePath';
import { requestContent, isTrouble } from '../../../sharing/issues/requestIssue';
import { troubleAround } from '../../../node/results/troubleAround';

/** Where runs of chains are found, and who is asked which request is meant. */
export interface RequestFaultPorts {
  readonly ask: Pick<IssueQuestions, 'choose'>;
  readonly shown: Pick<ShownRuns, 'runOf'>;
  readonly history: Pick<ResultHistory, 'list'>;
}

/**
 * The request that is meant. Nothing when the person gave up.
 *
 * @throws UserError when there is nothing to raise
 */
export async function requestFault(
  subject: IssueSubject,
  ports: RequestFaultPorts,
  known: KnownSecrets,
): Promise<Fault | undefined> {
  const { uri } = subject;
  const workspace = rootOf(isChainFile(uri) ? uri : chainOf(uri)).fsPath;
  const found = await sharedResult(uri, ports);
  const result = found === undefined ? undefined : maskedResult(found.result, known);
  const request = await chooseRequest(result, subject, ports.ask);
  if (result === undefined || request === undefined) {
    return undefined;
  }
  return {
    workspace,
    content: async () => {
      const causes = causePath(new Map(result.requests.entries()), result.requests.indexOf(request));
      const around = await troubleAround(workspace, result, request);
      return requestContent({ run: result, request, causes, ...around });
    },
  };
}

async function chooseRequest(
  result: ExecutionResult | undefined,
  { index }: IssueSubject,
  ask: RequestFaultPorts['ask'],
): Promise<RequestResult | undefined> {
  const troubles = result?.requests.filter(isTrouble) ?? [];
  if (index !== undefined) {
    const request = result?.requests[index];
    return request !== undefined && isTrouble(request) ? request : nothingToRaise();
  }
  if (troubles.length < 2) {
    return troubles[0] ?? nothingToRaise();
  }
  const choices = troubles.map(({ name, outcome }) => ({ label: name, description: outcome }));
  const chosen = await ask.choose(vscode.l10n.t('Raise an Issue about Which Request?'), choices);
  return chosen === undefined ? undefined : troubles[chosen];
}

function nothingToRaise(): never {
  throw new UserError(
    vscode.l10n.t('There is nothing to raise: no request failed or was blocked.'),
    vscode.l10n.t('Run the chain again.'),
  );
}
