/** The server for models as one that VS Code starts itself, where a person switched that on. */
import * as path from 'node:path';
import * as vscode from 'vscode';

/** Also in `package.json`. */
const PROVIDER = 'chainwright';
const SETTING = 'mcpServer';

/** Offers the server for as long as the returned disposable lives; nothing where the editor starts no servers. */
export function registerMcpServer({ extension }: vscode.ExtensionContext): vscode.Disposable {
  const { lm } = vscode as { readonly lm?: Partial<typeof vscode.lm> };
  const { registerMcpServerDefinitionProvider } = lm ?? {};
  if (registerMcpServerDefinitionProvider === undefined) {
    return vscode.Disposable.from();
  }
  const changed = new vscode.EventEmitter<void>();
  const { version } = extension.packageJSON as { readonly version: string };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`chainwright.${SETTING}`)) {
        changed.fire();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    registerMcpServerDefinitionProvider(PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => mcpServers(extension.extensionPath, version),
    }),
  );
}

/** A server for each folder; none until the person switched them on, and trusts the workspace. */
export function mcpServers(extensionPath: string, version: string): vscode.McpStdioServerDefinition[] {
  const isOn = vscode.workspace.getConfiguration('chainwright').get<boolean>(SETTING) === true;
  const folders = isOn && vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  return folders
    .filter(({ uri }) => uri.scheme === 'file')
    .map(
      ({ name, uri }) =>
        new vscode.McpStdioServerDefinition(
          folders.length === 1 ? 'Chainwright' : `Chainwright (${name})`,
          process.execPath,
          [path.join(extensionPath, 'dist/cli.js'), 'mcp', '--folder', uri.fsPath],
          // The desktop's program is Electron.
          { ELECTRON_RUN_AS_NODE: '1' },
          version,
        ),
    );
}
