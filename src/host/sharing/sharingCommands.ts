/** What lets results leave the editor. The commands may be called with anything: what they are given is looked at first. */
import * as vscode from 'vscode';
import { isMatrixFile } from '../authz/matrixDocument';
import { activeChain } from '../chainDocument';
import { subjectOf } from '../results/resultCommands';
import { namesNoChain } from '../running/runTarget';
import { isRequestTarget, targetFrom } from '../views/chainNode';
import type { IssueSubject } from './issues/fault';
import { issuePorts, type SharedPorts } from './issues/issuePorts';
import { raiseIssue } from './issues/raiseIssue';
import { shareResult, type ShareSubject } from './share';
import { sharePorts } from './sharePorts';

/** `Share Result…`. */
export async function share(subject: ShareSubject, ports: SharedPorts): Promise<void> {
  const { shown, history } = ports;
  await shareResult(subject, { shown, history, ...sharePorts(ports) });
}

/** `Raise Issue…`: answers what the issue is called; nothing when there is none now. */
export async function raise(subject: IssueSubject, ports: SharedPorts): Promise<string | undefined> {
  return (await raiseIssue(subject, issuePorts(ports)))?.name;
}

/**
 * What the arguments of `Raise Issue…` name: as those of `Share Result…`, or a matrix; `which` is the position of a request or
 * the id of a cell, and absent asks for it.
 */
export function raisedBy(line: unknown, which: unknown): IssueSubject {
  const uri = line ?? vscode.window.activeTextEditor?.document.uri;
  if (uri instanceof vscode.Uri && isMatrixFile(uri)) {
    return { uri, ...(typeof which === 'string' ? { cell: which } : {}) };
  }
  return { uri: sharedBy(line).uri, ...(typeof which === 'number' ? { index: which } : {}) };
}

/** What the argument of `Share Result…` names: a line of a view, a chain or a result; absent is the chain in the active editor. */
export function sharedBy(line: unknown): ShareSubject {
  if (line === undefined || line === null) {
    return { uri: activeChain() };
  }
  const stored = subjectOf(line);
  const target = stored === undefined ? targetFrom(line) : undefined;
  if (stored !== undefined) {
    return { uri: stored };
  }
  if (target === undefined) {
    throw namesNoChain();
  }
  return { uri: target.chain, ...(isRequestTarget(target) ? { request: target.requestId } : {}) };
}
