/** The command that maps a chain, and the way back of reviews that were open when the window closed. */
import * as vscode from 'vscode';
import { isChainFile } from '../chainDocument';
import { commandRegistrar } from '../commandRegistrar';
import { loadMapping } from '../lazyBundles';
import { namesNoChain, targetOf } from '../running/runTarget';
import type { MappingPorts, MappingReviews } from './mappingReviews';
import { MAPPING_VIEW } from './mappingView';

/** The reviews of the window, those that are loaded. */
export interface MappingDisplay extends vscode.Disposable {
  /** Whether the person sees a review that a run of the chain tells something. */
  awaitsResult(chain: vscode.Uri): boolean;
}

/** Lets chains be mapped for as long as the returned disposable lives. */
export function registerMapping(ports: MappingPorts): MappingDisplay {
  let loading: Promise<MappingReviews> | undefined;
  let loaded: MappingReviews | undefined;
  const load = (): Promise<MappingReviews> => {
    loading ??= loadMapping().then(({ MappingReviews: Loaded }) => {
      loaded = new Loaded(ports);
      return loaded;
    });
    return loading;
  };
  const register = commandRegistrar(ports.log);
  const registered = vscode.Disposable.from(
    register('autoMap', async (argument) => {
      const { chain } = targetOf(argument);
      if (!isChainFile(chain)) {
        throw namesNoChain();
      }
      (await load()).show(chain);
    }),
    vscode.window.registerWebviewPanelSerializer(MAPPING_VIEW, {
      deserializeWebviewPanel: async (panel, state) => (await load()).restore(panel, state),
    }),
    new vscode.Disposable(() => void loading?.then((reviews) => reviews.dispose())),
  );
  return {
    awaitsResult: (chain) => loaded?.awaitsResult(chain) ?? false,
    dispose: () => void registered.dispose(),
  };
}
