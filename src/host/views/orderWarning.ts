/**
 * What is said when a change took requests away from the values they need, or those values away from them:
 * the change is done, and the message offers the way back and, where another order fixes it, that order.
 */
import * as vscode from 'vscode';
import type { ChainAnalysis } from '../../core/analysis/analysis';
import { newlyBroken, type BrokenUse } from '../../core/analysis/brokenUses';
import { UserError } from '../../core/errors';
import { isChainFile } from '../chainDocument';
import type { ChainAnalyses, ChainFiles } from '../services';
import { applyChanges, changeFile, type AppliedChanges, type DocumentChange } from './chainEdits';
import type { Dialogs } from './dialogs';
import { reorder } from '../../core/analysis/reorder';
import { moveRequests } from '../../core/edit/chainEdit';

/** What a change that may break something needs besides the files. */
export interface MovePorts {
  readonly files: Pick<ChainFiles, 'text'>;
  readonly analyses: Pick<ChainAnalyses, 'of'>;
  readonly dialogs: Pick<Dialogs, 'warn'>;
  /** Called with the reason when something fails that nobody waits for. */
  readonly failed: (error: unknown) => void;
}

/** Uses that a message names; a longer list is not read. */
const NAMED_USES = 3;

/**
 * Changes chains, and what names their requests, and says what that broke. Nobody waits for the person to
 * answer that.
 *
 * @param notes what else to report
 * @throws UserError when VS Code does not carry out the change, or a text is not the one that it was worked out for
 */
export async function changeAndWarn(
  ports: MovePorts,
  changes: readonly DocumentChange[],
  notes: readonly string[] = [],
): Promise<void> {
  const chains = changes.map(({ document }) => document.uri).filter(isChainFile);
  const analyse = (): Promise<readonly (ChainAnalysis | undefined)[]> =>
    Promise.all(chains.map((chain) => ports.analyses.of(chain).catch(() => undefined)));
  const versions = changes.map(({ document }) => document.version);
  const before = await analyse();
  if (changes.some(({ document }, index) => document.version !== versions[index])) {
    throw textHasChanged();
  }
  const applied = await applyChanges(changes);
  const after = await analyse();
  const broken = after.flatMap((analysis, index) =>
    analysis === undefined ? [] : newlyBroken(before[index], analysis),
  );
  const isFixable = after
    .filter((analysis) => analysis !== undefined)
    .some((analysis) => (reorder(analysis) ?? []).length > 0);
  const texts = [...notes, ...(broken.length === 0 ? [] : [brokenText(broken)])];
  if (texts.length > 0) {
    const ways = { applied, fixable: broken.length > 0 && isFixable ? chains : [] };
    offer(ports, texts.join(' '), ways).catch(ports.failed);
  }
}

interface WaysOut {
  readonly applied: AppliedChanges;
  /** Chains that another order would fix. */
  readonly fixable: readonly vscode.Uri[];
}

async function offer(ports: MovePorts, message: string, { applied, fixable }: WaysOut): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const fix = vscode.l10n.t('Fix Order');
  const chosen = await ports.dialogs.warn(message, fixable.length === 0 ? [undo] : [undo, fix]);
  if (chosen === undo && !(await applied.takeBack())) {
    await ports.dialogs.warn(vscode.l10n.t('The file was changed since. Use Undo in its editor.'), []);
  } else if (chosen === fix) {
    await fixOrders(ports, fixable);
  }
}

async function fixOrders({ analyses }: MovePorts, chains: readonly vscode.Uri[]): Promise<void> {
  for (const chain of chains) {
    await fixOrder(analyses, chain);
  }
}

/**
 * Moves the fewest requests after which every value is there before it is used; false when no order does that.
 *
 * @throws UserError when VS Code does not carry out the change, or the text has changed meanwhile
 */
export async function fixOrder(analyses: Pick<ChainAnalyses, 'of'>, chain: vscode.Uri): Promise<boolean> {
  const analysis = await analyses.of(chain);
  const moves = reorder(analysis);
  if (moves !== undefined && moves.length > 0) {
    await changeFile(chain, (text) => {
      if (text !== analysis.source.text) {
        throw textHasChanged();
      }
      return moveRequests(text, moves);
    });
  }
  return moves !== undefined;
}

function textHasChanged(): UserError {
  return new UserError(
    vscode.l10n.t('The text has changed meanwhile, so nothing was done.'),
    vscode.l10n.t('Try it again.'),
  );
}

function brokenText(broken: readonly BrokenUse[]): string {
  const named = broken
    .slice(0, NAMED_USES)
    .map(({ request, variable }) => vscode.l10n.t('"{0}" has no {1}', request, `{{${variable}}}`));
  const more = broken.length - named.length;
  const list = [...named, ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : [])].join(', ');
  return vscode.l10n.t('These requests run before the values they need are available: {0}.', list);
}
