/**
 * The way into the viewer bundle, `dist/chainViewer.js`: the panels that draw chains, loaded when the first
 * one is opened or restored.
 */
export { ChainViewers } from './viewer/chainViewers';
