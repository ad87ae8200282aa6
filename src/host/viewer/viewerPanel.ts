/** What Chain Viewers are: their bundle, their contract, and what their page may do besides. */
import {
  viewerEditorGuards,
  viewerPageGuards,
  type ViewerEditor,
  type ViewerPage,
} from '../../protocol/viewerContract';
import type { PanelKind } from '../panelView';

/** The kind of every Chain Viewer. */
export const VIEWER_PANEL: PanelKind<ViewerEditor, ViewerPage> = {
  bundle: 'viewer',
  // `.__________cytoscape_container{position:relative}`, which Cytoscape puts into every page.
  styleDigest: 'sha256-pgvDUBa4IjFA2yuSJ2cqcyxmNYJMborsd0ORcRv9vw8=',
  editor: viewerEditorGuards,
  panel: viewerPageGuards,
};
