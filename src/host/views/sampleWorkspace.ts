/**
 * The sample workspace: copied to where the person likes, never over anything, and remembered, because its
 * API is started by itself only in folders that this extension made.
 */
import * as vscode from 'vscode';
import { exists } from '../createFile';

const FOLDER_NAME = 'chainwright-sample';
const REMEMBERED = 'sampleWorkspaces';
/** Samples that are remembered; who makes more has forgotten the first. */
const MAX_REMEMBERED = 20;

/** The sample as it comes with the extension. */
export function packagedSample(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'examples', 'workspace');
}

/** Copies the sample into a new folder below `parent`; resolves to that folder. */
export async function copySample(sample: vscode.Uri, parent: vscode.Uri): Promise<vscode.Uri> {
  let folder = vscode.Uri.joinPath(parent, FOLDER_NAME);
  for (let number = 2; await exists(folder); number += 1) {
    folder = vscode.Uri.joinPath(parent, `${FOLDER_NAME}-${number}`);
  }
  await vscode.workspace.fs.copy(sample, folder, { overwrite: false });
  return folder;
}

/** Remembers a folder as a sample of ours. */
export async function rememberSample(memory: vscode.Memento, folder: vscode.Uri): Promise<void> {
  const others = remembered(memory).filter((name) => name !== folder.toString());
  await memory.update(REMEMBERED, [folder.toString(), ...others].slice(0, MAX_REMEMBERED));
}

/** The workspace folder that is a sample of ours, if one is open. */
export function openSampleFolder(memory: vscode.Memento): vscode.Uri | undefined {
  const samples = new Set(remembered(memory));
  return vscode.workspace.workspaceFolders?.find(({ uri }) => samples.has(uri.toString()))?.uri;
}

function remembered(memory: vscode.Memento): readonly string[] {
  return memory.get<readonly string[]>(REMEMBERED, []);
}
