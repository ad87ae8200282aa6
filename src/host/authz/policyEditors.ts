/** The policy grids of this window: any number for a matrix, each a session of its own on the one text document. */
import type * as vscode from 'vscode';
import { policyContract, type PolicyEditor, type PolicyPage } from '../../protocol/policyContract';
import { fileTitle } from '../chainDocument';
import { definePanel, type Panels } from '../panels';
import type { ChainFiles } from '../services';
import { POLICY_VIEW } from './matrixDocument';
import { PolicySession } from './policySession';

/** What the grids work with. */
export interface PolicyPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly files: ChainFiles;
  readonly log: vscode.LogOutputChannel;
}

/** Owner of all policy grids. */
export class PolicyEditors implements vscode.Disposable {
  readonly #panels: Panels<PolicyEditor, PolicyPage, vscode.TextDocument, PolicySession>;

  constructor(ports: PolicyPorts) {
    const { extension, log } = ports;
    this.#panels = definePanel({
      contract: policyContract,
      page: 'policy',
      viewType: POLICY_VIEW,
      title: ({ uri }) => fileTitle(uri),
      behind: (document, panel) => new PolicySession(document, panel, ports),
      extension,
      log,
    });
  }

  /** Shows a document in a panel that VS Code has made for it. */
  open(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    this.#panels.adopt(panel, document);
  }

  dispose(): void {
    this.#panels.open.forEach(({ behind }) => behind.dispose());
  }
}
