/** The page of the Chain Viewer: its contract, and what it may do besides. */
import { viewerContract } from '../../protocol/viewerContract';

/** What every Chain Viewer has. */
export const VIEWER_PANEL = {
  page: 'viewer',
  contract: viewerContract,
  // `.__________cytoscape_container{position:relative}`, which Cytoscape puts into every page.
  styleDigest: 'sha256-pgvDUBa4IjFA2yuSJ2cqcyxmNYJMborsd0ORcRv9vw8=',
};
