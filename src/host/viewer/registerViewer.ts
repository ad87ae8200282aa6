/** The command that opens the Chain Viewer, and the way back of panels that were open when the window closed. */
import * as vscode from 'vscode';
import { isChainFile } from '../chainDocument';
import { commandRegistrar } from '../commandRegistrar';
import { loadChainViewer } from '../lazyBundles';
import { namesNoChain, targetOf } from '../running/runTarget';
import type { ChainViewers, ViewerPorts } from './chainViewers';
import { VIEWER_VIEW } from './viewerView';

/** Lets chains be looked at for as long as the returned disposable lives. */
export function registerViewer(ports: ViewerPorts): vscode.Disposable {
  let loading: Promise<ChainViewers> | undefined;
  const load = (): Promise<ChainViewers> => {
    loading ??= loadChainViewer().then(({ ChainViewers: Loaded }) => new Loaded(ports));
    return loading;
  };
  const register = commandRegistrar(ports.log);
  return vscode.Disposable.from(
    register('openViewer', async (argument) => {
      const { chain } = targetOf(argument);
      if (!isChainFile(chain)) {
        throw namesNoChain();
      }
      (await load()).show(chain);
    }),
    vscode.window.registerWebviewPanelSerializer(VIEWER_VIEW, {
      deserializeWebviewPanel: async (panel, state) => (await load()).restore(panel, state),
    }),
    new vscode.Disposable(() => void loading?.then((viewers) => viewers.dispose())),
  );
}
