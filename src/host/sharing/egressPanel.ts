/**
 * The egress view: a panel that shows what is going to leave the editor, and lets nothing go that was not seen.
 * Closing it is giving up. It does not come back with the window: what waited for the answer is gone as well.
 */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import { egressContract } from '../../protocol/egressContract';
import type { Approved, Egress, EgressText, ReviewEgress } from '../../sharing/egress';
import { definePanel } from '../panels';
import { EgressReview } from './egressReview';

/** What egress views work with. */
export interface EgressPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
}

/** What is to leave, and who waits for what the person decides. */
interface Asked {
  readonly egress: Egress;
  readonly decide: (approved: Approved | undefined) => void;
}

/** A way to ask the person before something leaves; every call opens a panel of its own. */
export function egressReviewer(ports: EgressPorts): ReviewEgress {
  const panels = egressPanels(ports);
  return (egress) => new Promise((decide) => panels.show({ egress, decide }));
}

/** Asks in a panel, which is closed with the answer. */
export function reviewIn(
  panel: vscode.WebviewPanel,
  egress: Egress,
  ports: EgressPorts,
): Promise<Approved | undefined> {
  return new Promise((decide) => egressPanels(ports).adopt(panel, { egress, decide }));
}

function egressPanels(ports: EgressPorts) {
  return definePanel({
    ...ports,
    contract: egressContract,
    page: 'egress',
    viewType: 'chainwright.egress',
    title: ({ egress }: Asked) => egress.title,
    column: { viewColumn: vscode.ViewColumn.Active },
    behind: ({ egress, decide }, panel) => {
      const review = new EgressReview(egress);
      const close = (approved?: Approved): void => {
        decide(approved);
        // The page's last call is answered before its panel is gone.
        setImmediate(() => panel.close());
      };
      return {
        editor: {
          ready: async () => ({ subject: '', view: await review.view() }),
          choose: (choice) => review.choose(choice),
          openText: (revision, index) => openText(review.text(revision, index)),
          approve: (revision) => close(review.approved(revision)),
          cancel: () => close(),
        },
        dispose: () => decide(undefined),
      };
    },
  });
}

async function openText({ text, language }: EgressText): Promise<void> {
  const document = await vscode.workspace.openTextDocument({
    content: text,
    ...defined({ language }),
  });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
}
