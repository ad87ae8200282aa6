/** Calls of the extension's tools, as a chat in the editor makes them. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isRecord } from '../../src/core/json/unknownJson';

/** Calls a tool, named as the server has it; gives the text of its answer. */
export async function callTool(
  name: string,
  input: object = {},
  token?: vscode.CancellationToken,
): Promise<string> {
  const { content } = await vscode.lm.invokeTool(
    `chainwright_${name}`,
    { input, toolInvocationToken: undefined },
    token,
  );
  const [part, ...more] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart && more.length === 0);
  return part.value;
}

/** Calls a tool that answers with JSON. */
export async function askTool(
  name: string,
  input: object = {},
  token?: vscode.CancellationToken,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await callTool(name, input, token);
  assert.match(text, /^\{/);
  const answer: unknown = JSON.parse(text);
  assert.ok(isRecord(answer));
  return answer;
}
