/** Type of the panels in which mappings are reviewed, for opening and restoring them. */
export const MAPPING_VIEW = 'chainwright.mapping';
