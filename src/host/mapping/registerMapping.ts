/** The commands that map and repair a chain, and the way back of reviews that were open when the window closed. */
import * as vscode from 'vscode';
import { isChainFile } from '../chainDocument';
import { commandRegistrar, orShowFailure } from '../commandRegistrar';
import { namesNoChain, targetOf } from '../running/runTarget';
import type { MappingPorts, MappingReviews } from './mappingReviews';
import { MAPPING_VIEW } from './mappingView';

/** The reviews of the window, those that are loaded. */
export interface MappingDisplay extends vscode.Disposable {
  /** Maps a chain and shows the outcome, or why it cannot be mapped. */
  readonly autoMap: (chain: vscode.Uri) => Promise<void>;
  /** Runs and repairs a chain. Rejects with a UserError where nothing may be sent. */
  readonly repairChain: (chain: vscode.Uri) => Promise<void>;
  /** Whether the person sees a review that a run of the chain tells something. */
  awaitsResult(chain: vscode.Uri): boolean;
}

/** Lets chains be mapped for as long as the returned disposable lives. */
export function registerMapping(ports: MappingPorts): MappingDisplay {
  let loading: Promise<MappingReviews> | undefined;
  let loaded: MappingReviews | undefined;
  const load = (): Promise<MappingReviews> => {
    loading ??= import('./mappingReviews').then(({ MappingReviews: Loaded }) => {
      loaded = new Loaded(ports);
      return loaded;
    });
    return loading;
  };
  const autoMap = async (chain: vscode.Uri): Promise<void> => {
    if (!isChainFile(chain)) {
      throw namesNoChain();
    }
    (await load()).show(chain);
  };
  const repairChain = async (chain: vscode.Uri): Promise<void> => {
    if (!isChainFile(chain)) {
      throw namesNoChain();
    }
    await (await load()).repair(chain);
  };
  const register = commandRegistrar(ports.log);
  const registered = vscode.Disposable.from(
    register('autoMap', (argument) => autoMap(targetOf(argument).chain)),
    register('repairChain', (argument) => repairChain(targetOf(argument).chain)),
    vscode.window.registerWebviewPanelSerializer(MAPPING_VIEW, {
      deserializeWebviewPanel: async (panel, state) => (await load()).restore(panel, state),
    }),
    new vscode.Disposable(() => void loading?.then((reviews) => reviews.dispose())),
  );
  return {
    autoMap: (chain) => orShowFailure(ports.log, () => autoMap(chain)),
    repairChain,
    awaitsResult: (chain) => loaded?.awaitsResult(chain) ?? false,
    dispose: () => void registered.dispose(),
  };
}
