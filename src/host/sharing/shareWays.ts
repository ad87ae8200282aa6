/** In which forms a result can be shared: files, a text for the clipboard, links. A further one is a line here. */
import * as vscode from 'vscode';
import type { OfferedWay } from './shareQuestions';

/** A form of a result. */
export interface ShareWay extends OfferedWay {
  /** Name of the reporter that writes it. */
  readonly reporter: string;
  /** Where it goes. */
  readonly to: 'file' | 'clipboard';
  /** What VS Code highlights it as. */
  readonly language: string;
}

/** The forms of the result of a chain, or with `sarif` of a matrix. */
export function shareWays(of: 'chain' | 'matrix'): readonly ShareWay[] {
  const ways = [htmlWay(), markdownWay(), junitWay(), of === 'chain' ? harWay() : sarifWay()];
  return ways.map((way) => ({ ...way, name: way.reporter }));
}

type Form = Omit<ShareWay, 'name'>;

function htmlWay(): Form {
  return {
    reporter: 'html',
    to: 'file',
    language: 'html',
    title: vscode.l10n.t('HTML Report…'),
    detail: vscode.l10n.t('One file to read in any browser. It loads nothing.'),
  };
}

function markdownWay(): Form {
  return {
    reporter: 'markdown',
    to: 'clipboard',
    language: 'markdown',
    title: vscode.l10n.t('Markdown Summary'),
    detail: vscode.l10n.t('To the clipboard, for a pull request or a chat.'),
  };
}

function harWay(): Form {
  return {
    reporter: 'har',
    to: 'file',
    language: 'json',
    title: vscode.l10n.t('HAR…'),
    detail: vscode.l10n.t('Every exchange, for the network panel of a browser and other tools.'),
  };
}

function junitWay(): Form {
  return {
    reporter: 'junit',
    to: 'file',
    language: 'xml',
    title: vscode.l10n.t('JUnit…'),
    detail: vscode.l10n.t('For build servers.'),
  };
}

function sarifWay(): Form {
  return {
    reporter: 'sarif',
    to: 'file',
    language: 'json',
    title: vscode.l10n.t('SARIF…'),
    detail: vscode.l10n.t('The flaws with their places, for code scanning.'),
  };
}
