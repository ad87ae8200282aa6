/** Links to what is shared, for colleagues who have the same workspace. */
import * as vscode from 'vscode';
import type { OpenTarget } from '../../sharing/openLink';
import { withoutLinks } from '../fileText';
import type { OfferedWay, ShareQuestions } from './shareQuestions';
import { workspaceLink, type LinkSubject } from './workspaceLink';

/** A link that is offered. */
export interface OfferedLink extends OfferedWay {
  readonly link: string;
}

/** The links to these; none to what is in no folder of this workspace. */
export function linksTo(subjects: readonly LinkSubject[], extension: string): readonly OfferedLink[] {
  return subjects.flatMap((subject, index) => {
    const { kind, request } = subject;
    const link = workspaceLink(subject, extension);
    return link === undefined
      ? []
      : [{ name: `link-${index}`, title: titleOf(kind, request), detail: detailOf(kind), link }];
  });
}

/** Puts a link on the clipboard, and says what it does. */
export async function copyLink({ link }: OfferedLink, { done }: Pick<ShareQuestions, 'done'>): Promise<void> {
  await vscode.env.clipboard.writeText(link);
  const message = vscode.l10n.t(
    'Copied: {0} It opens the file in a window that has the workspace, and runs nothing.',
    link,
  );
  await done(withoutLinks(message), []);
}

function titleOf(kind: OpenTarget['kind'], request: string | undefined): string {
  switch (kind) {
    case 'chain':
      return request === undefined
        ? vscode.l10n.t('Link to This Chain')
        : vscode.l10n.t('Link to This Request');
    case 'matrix':
      return vscode.l10n.t('Link to This Matrix');
    case 'result':
      return vscode.l10n.t('Link to This Result');
  }
}

function detailOf(kind: OpenTarget['kind']): string {
  return kind === 'result'
    ? vscode.l10n.t('To the clipboard. It opens where the result is on the disk, elsewhere its chain.')
    : vscode.l10n.t('Copied to the clipboard. It opens for anyone who has this workspace, and runs nothing.');
}
