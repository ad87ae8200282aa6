/** The command that opens the Chain Viewer, and the way back of panels that were open when the window closed. */
import * as vscode from 'vscode';
import { isChainFile } from '../chainDocument';
import { commandRegistrar, orShowFailure } from '../commandRegistrar';
import { namesNoChain, targetOf } from '../running/runTarget';
import type { ChainViewers, ViewerPorts } from './chainViewers';
import { VIEWER_VIEW } from './viewerView';

/** The Chain Viewers of the window, those that are loaded. */
export interface ViewerDisplay extends vscode.Disposable {
  /** Shows a chain in its viewer, or why that does not work. */
  readonly openViewer: (chain: vscode.Uri) => Promise<void>;
  /** Whether the person can see a chain's viewer now. */
  isInView(chain: vscode.Uri): boolean;
}

/** Lets chains be looked at for as long as the returned disposable lives. */
export function registerViewer(ports: ViewerPorts): ViewerDisplay {
  let loading: Promise<ChainViewers> | undefined;
  let loaded: ChainViewers | undefined;
  const load = (): Promise<ChainViewers> => {
    loading ??= import('./chainViewers').then(({ ChainViewers: Loaded }) => {
      loaded = new Loaded(ports);
      return loaded;
    });
    return loading;
  };
  const openViewer = async (chain: vscode.Uri): Promise<void> => {
    if (!isChainFile(chain)) {
      throw namesNoChain();
    }
    (await load()).show(chain);
  };
  const register = commandRegistrar(ports.log);
  const registered = vscode.Disposable.from(
    register('openViewer', (argument) => openViewer(targetOf(argument).chain)),
    vscode.window.registerWebviewPanelSerializer(VIEWER_VIEW, {
      deserializeWebviewPanel: async (panel, state) => (await load()).restore(panel, state),
    }),
    new vscode.Disposable(() => void loading?.then((viewers) => viewers.dispose())),
  );
  return {
    openViewer: (chain) => orShowFailure(ports.log, () => openViewer(chain)),
    isInView: (chain) => loaded?.isInView(chain) ?? false,
    dispose: () => void registered.dispose(),
  };
}
