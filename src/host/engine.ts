/**
 * The way into the engine's bundle, `dist/engine.js`: loaded at the first run, so that opening a chain
 * file costs the editor nothing but its outline.
 */
export { createBodySpiller, createBodyStore, restoreBody } from '../node/bodyStore';
export { execute } from '../node/execute';
