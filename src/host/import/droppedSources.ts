/** What a drop on the Chains view brings: files of this machine or workspace, or the content of others. */
import * as vscode from 'vscode';
import { sourceText } from '../../node/files/openSource';
import { isSource, type NamedSource } from './importOrder';

/** The sources in a drop; chains are none. */
export async function droppedSources(data: vscode.DataTransfer): Promise<readonly NamedSource[]> {
  const listed = urisIn((await data.get('text/uri-list')?.asString()) ?? '').filter(isSource);
  if (listed.length > 0) {
    return listed;
  }
  const files = [...data].flatMap(([, item]) => item.asFile() ?? []);
  const sources = await Promise.all(
    files.map(async (file) => file.uri ?? { name: file.name, text: sourceText(await file.data()) }),
  );
  return sources.filter(isSource);
}

/** RFC 2483 §5: one on each line, lines with `#` are remarks. */
function urisIn(list: string): readonly vscode.Uri[] {
  return list
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => vscode.Uri.parse(line.trim()));
}
