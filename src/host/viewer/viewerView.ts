/** Type of the Chain Viewer's panels, for opening and restoring them. */
export const VIEWER_VIEW = 'chainwright.viewer';
