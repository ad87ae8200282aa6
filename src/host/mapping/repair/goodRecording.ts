/** How a chain goes when it goes well: its last good result, else a recording that the person chooses. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ChainAnalysis } from '../../../core/analysis/analysis';
import { UserError } from '../../../core/errors';
import { alignRecording } from '../../../core/mapping/read/alignRecording';
import type { RecordedChain } from '../../../core/mapping/repair/repairSession';
import type { ComparedSession } from '../../../protocol/repairContract';
import { fileTitle } from '../../chainDocument';
import { fileText } from '../../fileText';
import { chooseRecording } from '../chooseRecording';
import { goodSession, type SessionSources } from '../lastSession';
import { askWorker, type MappingWatch } from '../mapInWorker';

/** A session that a chain is compared with. */
export interface GoodRecording extends Pick<RecordedChain, 'steps' | 'ids'> {
  readonly comparedWith: ComparedSession;
}

/**
 * The session that a chain is compared with; nothing when the person chooses none. Rejects with a UserError when the
 * recording cannot be read, or has none of the chain's requests.
 */
export async function findGoodRecording(
  chain: vscode.Uri,
  { source }: Pick<ChainAnalysis, 'source'>,
  sources: SessionSources,
  watch: MappingWatch,
): Promise<GoodRecording | undefined> {
  const good = await goodSession(chain, sources);
  if (good !== undefined) {
    const { steps, ids, source: kind, startedAt } = good;
    return { steps, ids, comparedWith: { kind, startedAt } };
  }
  const file = await askForRecording(chain);
  const recorded =
    file === undefined
      ? undefined
      : await askWorker(({ readRecording }) => readRecording(file.fsPath), watch);
  if (file === undefined || recorded === undefined) {
    return undefined;
  }
  const name = path.posix.basename(file.path);
  const aligned = alignRecording(source, recorded);
  if (aligned.size === 0) {
    throw new UserError(
      vscode.l10n.t('No request of {0} is in {1}.', fileText(fileTitle(chain)), fileText(name)),
      vscode.l10n.t('Choose a recording of the same requests.'),
    );
  }
  return {
    steps: recorded.filter(({ entry }) => aligned.has(entry)),
    ids: new Map([...aligned].map(([entry, index]) => [entry, source.requests[index]?.id ?? ''])),
    comparedWith: { kind: 'file', name },
  };
}

async function askForRecording(chain: vscode.Uri): Promise<vscode.Uri | undefined> {
  const button = vscode.l10n.t('Choose a Recording…');
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t('No run of {0} has passed yet.', fileText(fileTitle(chain))),
    {
      modal: true,
      detail: vscode.l10n.t(
        'Run and Repair compares each response with one that was right. Choose a HAR recording of the same requests.',
      ),
    },
    button,
  );
  return chosen === button
    ? chooseRecording(chain, {
        openLabel: vscode.l10n.t('Repair by This Recording'),
        title: vscode.l10n.t('A recording in which the requests of this chain went well'),
      })
    : undefined;
}
