/**
 * The page that leads from a description, a recording or a chain to an authorization matrix. Files are read, and written when
 * the person says so; nothing is sent, so this works in Restricted Mode as well.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../../core/errors';
import { CallFailure } from '../../../protocol/channel';
import { proposalContract } from '../../../protocol/proposalContract';
import { isChainFile, openText, rootOf } from '../../chainDocument';
import { exists } from '../../createFile';
import { findFiles } from '../../findFiles';
import { startImport } from '../../import/backgroundImport';
import { definePanel } from '../../panels';
import { targetOf } from '../../running/runTarget';
import type { ChainFiles } from '../../services';
import { windowDialogs } from '../../views/dialogs';
import { POLICY_VIEW } from '../matrixDocument';
import type { ProposedFiles } from './proposeFrom';
import { ProposalSession, type ProposalPorts, type ProposalSource } from './proposalSession';

/** What the page works with. */
export interface ProposalPanelPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly files: Pick<ChainFiles, 'list'>;
  /** Shows what a run of a matrix would send, or why that does not work. */
  readonly dryRun: (matrix: vscode.Uri) => Promise<void>;
  readonly log: vscode.LogOutputChannel;
}

/** Opens the page for what a command was called with: a file, a line of the Chains view, or nothing. */
export async function openProposal(argument: unknown, ports: ProposalPanelPorts): Promise<void> {
  const named = namedFile(argument);
  const sources = await sourcesWith(named, ports);
  const chosen = named ?? vscode.window.activeTextEditor?.document.uri;
  const session = sources.find(({ file }) => file === chosen?.fsPath);
  proposalPanels(ports).show({ sources, chosen: session });
}

/** What a page begins with. */
interface Proposing {
  readonly sources: readonly ProposalSource[];
  readonly chosen: ProposalSource | undefined;
}

function proposalPanels(ports: ProposalPanelPorts) {
  return definePanel({
    ...ports,
    contract: proposalContract,
    page: 'proposal',
    viewType: 'chainwright.proposal',
    title: (_subject: Proposing) => vscode.l10n.t('Propose Authorization Matrix'),
    column: { viewColumn: vscode.ViewColumn.Active },
    behind: ({ sources, chosen }) => {
      const background = startImport();
      const session = new ProposalSession(sessionPorts(background), sources, chosen);
      const matrix = (): vscode.Uri => {
        if (session.matrix === undefined) {
          throw stale();
        }
        return vscode.Uri.file(session.matrix);
      };
      return {
        editor: {
          ready: async () => ({ subject: '', view: await session.view() }),
          choose: (choice) => session.choose(choice),
          browse: async () => {
            const file = await askFile();
            return file === undefined ? session.view() : session.add(sourceOf(file));
          },
          write: (revision) => session.write(revision),
          dryRun: async () => ports.dryRun(matrix()),
          openGrid: async () =>
            void (await vscode.commands.executeCommand('vscode.openWith', matrix(), POLICY_VIEW)),
          openText: async () => void (await vscode.window.showTextDocument(matrix(), { preview: false })),
        },
        dispose: () => background.end(),
      };
    },
  });
}

function sessionPorts({ calls }: ReturnType<typeof startImport>): ProposalPorts {
  return {
    propose: async (order) => {
      const text = openText(vscode.Uri.file(order.source));
      const isChain = isChainFile(vscode.Uri.file(order.source));
      return calls.proposeMatrix({
        ...order,
        ...(isChain && text !== undefined ? { text } : {}),
        translations: vscode.l10n.bundle ?? {},
      });
    },
    isThere: (file) => exists(vscode.Uri.file(file)),
    write: async (files, there) => {
      const names = there.map(({ name }) => name);
      const isAgreed =
        names.length === 0 ||
        (await windowDialogs.confirm({
          message: vscode.l10n.t('Replace {0}?', names.join(', ')),
          detail: vscode.l10n.t('One undo brings back what is replaced.'),
          action: vscode.l10n.t('Replace'),
        }));
      if (isAgreed) {
        await writeAll(files);
      }
      return isAgreed;
    },
    stale,
    badName: (name) =>
      new UserError(
        vscode.l10n.t('"{0}" cannot be the name of a file.', name),
        vscode.l10n.t('Choose another name.'),
      ),
  };
}

/** Writes all files in one step that can be undone: what is there is edited, so that undoing brings it back. */
async function writeAll(files: ProposedFiles['files']): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const changed: vscode.TextDocument[] = [];
  for (const { file, text } of files) {
    const uri = vscode.Uri.file(file);
    if (await exists(uri)) {
      const document = await vscode.workspace.openTextDocument(uri);
      edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
      changed.push(document);
    } else {
      edit.createFile(uri, { contents: new TextEncoder().encode(text) });
    }
  }
  const isWritten = await vscode.workspace.applyEdit(edit);
  const saved = await Promise.all(changed.map((document) => document.save()));
  if (!isWritten || saved.includes(false)) {
    throw new UserError(
      vscode.l10n.t('The files cannot be written.'),
      vscode.l10n.t('Make sure that the folder can be written, and try again.'),
    );
  }
}

function stale(): CallFailure {
  return new CallFailure(vscode.l10n.t('What is shown has changed meanwhile. Look at it again.'));
}

/** The file that a command was called with; absent when it means the active editor. */
function namedFile(argument: unknown): vscode.Uri | undefined {
  if (argument === undefined || argument === null) {
    return undefined;
  }
  return argument instanceof vscode.Uri ? argument : targetOf(argument).chain;
}

/** Files of these names are descriptions or recordings; any other can be chosen as well. */
const NAMED_SOURCES =
  '**/{*.har,*openapi*.json,*openapi*.yaml,*openapi*.yml,*swagger*.json,*swagger*.yaml,*swagger*.yml}';

/** Chains, descriptions and recordings of the workspace, by path; the one that was named among them. */
async function sourcesWith(
  named: vscode.Uri | undefined,
  { files }: ProposalPanelPorts,
): Promise<readonly ProposalSource[]> {
  const found = [...(await findFiles(NAMED_SOURCES)), ...(await files.list())];
  const active = vscode.window.activeTextEditor?.document.uri;
  const more = [named, active !== undefined && isChainFile(active) ? active : undefined];
  const all = [...found, ...more].filter((uri) => uri?.scheme === 'file');
  const byFile = new Map(all.flatMap((uri) => (uri === undefined ? [] : [[uri.fsPath, sourceOf(uri)]])));
  return [...byFile.values()].toSorted((one, other) =>
    one.kind === other.kind ? one.name.localeCompare(other.name) : ORDER[one.kind] - ORDER[other.kind],
  );
}

const ORDER: Readonly<Record<ProposalSource['kind'], number>> = { description: 0, recording: 1, chain: 2 };

/** The matrix goes next to its source; into the workspace where that lies elsewhere. */
function sourceOf(uri: vscode.Uri): ProposalSource {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const isInside = first === undefined || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const workspace = isInside ? rootOf(uri).fsPath : first.uri.fsPath;
  const kind = isChainFile(uri)
    ? 'chain'
    : uri.path.toLowerCase().endsWith('.har')
      ? 'recording'
      : 'description';
  return {
    name: isInside
      ? path.relative(workspace, uri.fsPath).replaceAll(path.sep, '/')
      : path.basename(uri.fsPath),
    kind,
    file: uri.fsPath,
    folder: isInside || kind === 'chain' ? path.dirname(uri.fsPath) : workspace,
    workspace: isInside || kind === 'chain' ? rootOf(uri).fsPath : workspace,
  };
}

async function askFile(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    canSelectMany: false,
    title: vscode.l10n.t('Choose an OpenAPI description, a recording or a chain'),
    openLabel: vscode.l10n.t('Choose'),
    filters: { [vscode.l10n.t('Descriptions, recordings and chains')]: ['json', 'yaml', 'yml', 'har'] },
  });
  return chosen?.[0];
}
