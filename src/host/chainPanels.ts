/** The panels of a chain, its drawing and the review of its mapping: in both a person may watch how it runs. */
import * as vscode from 'vscode';
import { registerMapping, type MappingDisplay } from './mapping/registerMapping';
import type { MappingPorts } from './mapping/mappingReviews';
import type { ViewerPorts } from './viewer/chainViewers';
import { registerViewer, type ViewerDisplay } from './viewer/registerViewer';

/** The panels of the window. */
export interface ChainPanels
  extends
    vscode.Disposable,
    Pick<ViewerDisplay, 'openViewer'>,
    Pick<MappingDisplay, 'autoMap' | 'repairChain'> {
  /** Whether the person watches a chain in one of them, so that its results need not come up. */
  isWatched(chain: vscode.Uri): boolean;
}

/** Opens the panels for as long as the returned disposable lives. */
export function registerChainPanels(ports: ViewerPorts & MappingPorts): ChainPanels {
  const viewer = registerViewer(ports);
  const mapping = registerMapping(ports);
  return {
    openViewer: viewer.openViewer,
    autoMap: mapping.autoMap,
    repairChain: mapping.repairChain,
    isWatched: (chain) => viewer.isInView(chain) || mapping.awaitsResult(chain),
    dispose: () => void vscode.Disposable.from(viewer, mapping).dispose(),
  };
}
