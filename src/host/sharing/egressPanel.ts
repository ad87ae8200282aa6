/**
 * The egress view: a panel that shows what is going to leave the editor, and lets nothing go that was not seen.
 * Closing it is giving up. It does not come back with the window: what waited for the answer is gone as well.
 */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import {
  egressEditorGuards,
  egressPageGuards,
  type EgressEditor,
  type EgressPage,
} from '../../protocol/egressContract';
import type { Approved, Egress, EgressText, ReviewEgress } from '../../sharing/egress';
import { inPage } from '../inPage';
import { PanelView, webviewOptions, type PanelKind } from '../panelView';
import { EgressReview } from './egressReview';

/** What egress views work with. */
export interface EgressPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
}

/** What egress views are. */
export const EGRESS_PANEL: PanelKind<EgressEditor, EgressPage> = {
  bundle: 'egress',
  editor: egressEditorGuards,
  panel: egressPageGuards,
};

const EGRESS_VIEW = 'chainwright.egress';

/** A way to ask the person before something leaves; every call opens a panel of its own. */
export function egressReviewer(ports: EgressPorts): ReviewEgress {
  return (egress) => {
    const panel = vscode.window.createWebviewPanel(
      EGRESS_VIEW,
      egress.title,
      vscode.ViewColumn.Active,
      webviewOptions(ports.extension),
    );
    return reviewIn(panel, egress, ports);
  };
}

/** Asks in a panel, which is closed with the answer. */
export function reviewIn(
  panel: vscode.WebviewPanel,
  egress: Egress,
  { extension, log }: EgressPorts,
): Promise<Approved | undefined> {
  return new Promise((resolve) => {
    const review = new EgressReview(egress);
    const close = (approved?: Approved): void => {
      resolve(approved);
      // The page's last call is answered before its panel is gone.
      setImmediate(() => view.dispose());
    };
    const view = new PanelView(panel, extension, EGRESS_PANEL, {
      log,
      editor: {
        ready: () => inPage(async () => ({ subject: '', view: await review.view() })),
        choose: (choice) => inPage(() => review.choose(choice)),
        openText: (revision, index) => inPage(() => openText(review.text(revision, index))),
        approve: (revision) => close(review.approved(revision)),
        cancel: () => close(),
      },
    });
    view.onDidDispose(() => resolve(undefined));
  });
}

async function openText({ text, language }: EgressText): Promise<void> {
  const document = await vscode.workspace.openTextDocument({
    content: text,
    ...defined({ language }),
  });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
}
