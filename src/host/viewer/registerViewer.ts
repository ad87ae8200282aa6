/** The command that opens the Chain Viewer, and the way back of panels that were open when the window closed. */
import * as vscode from 'vscode';
import { isChainFile } from '../chainDocument';
import { commandRegistrar } from '../commandRegistrar';
import { loadChainViewer } from '../lazyBundles';
import { namesNoChain, targetOf } from '../running/runTarget';
import type { ChainViewers, ViewerPorts } from './chainViewers';
import { VIEWER_VIEW } from './viewerView';

/** The Chain Viewers of the window, those that are loaded. */
export interface ViewerDisplay extends vscode.Disposable {
  /** Whether the person can see a chain's viewer now. */
  isInView(chain: vscode.Uri): boolean;
}

/** Lets chains be looked at for as long as the returned disposable lives. */
export function registerViewer(ports: ViewerPorts): ViewerDisplay {
  let loading: Promise<ChainViewers> | undefined;
  let loaded: ChainViewers | undefined;
  const load = (): Promise<ChainViewers> => {
    loading ??= loadChainViewer().then(({ ChainViewers: Loaded }) => {
      loaded = new Loaded(ports);
      return loaded;
    });
    return loading;
  };
  const register = commandRegistrar(ports.log);
  const registered = vscode.Disposable.from(
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
  return {
    isInView: (chain) => loaded?.isInView(chain) ?? false,
    dispose: () => void registered.dispose(),
  };
}
