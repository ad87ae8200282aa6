/**
 * The way into the bundle of Auto Mapping, `dist/mapping.js`: the panels in which suggestions are reviewed, loaded
 * when the first one is opened or restored.
 */
export { MappingReviews } from './mapping/mappingReviews';
