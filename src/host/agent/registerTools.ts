/** The tools of a language model in the editor. What they do is loaded when the first of them is called. */
import * as vscode from 'vscode';
import type { ToolCalls, ToolPorts } from './toolCalls';

/** What is registered, and where `package.json` names the tools. */
export interface ToolServices extends ToolPorts {
  readonly context: vscode.ExtensionContext;
}

/** Offers the tools for as long as the returned disposable lives; nothing where the editor has no models. */
export function registerTools({ context, ...ports }: ToolServices): vscode.Disposable {
  const { lm } = vscode as { readonly lm?: Partial<typeof vscode.lm> };
  const { registerTool } = lm ?? {};
  if (registerTool === undefined) {
    return vscode.Disposable.from();
  }
  let loading: Promise<ToolCalls> | undefined;
  const load = (): Promise<ToolCalls> =>
    (loading ??= import('./toolCalls').then((loaded) => new loaded.ToolCalls(ports)));
  return vscode.Disposable.from(
    ...contributedTools(context).map((name) =>
      registerTool<object>(name, {
        prepareInvocation: async ({ input }) => (await load()).announce({ name, input }),
        invoke: async ({ input }, token) => (await load()).invoke({ name, input }, token),
      }),
    ),
  );
}

function contributedTools({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
  };
  return contributes.languageModelTools.map(({ name }) => name);
}
