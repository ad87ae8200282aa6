/**
 * The way into the engine's bundle, `dist/engine.js`: loaded at the first run, so that opening a chain
 * file costs the editor nothing but its outline.
 */
export { executionLog, logLines } from '../core/executionLog';
export { createBodySpiller, createBodyStore, restoreBody } from '../node/bodyStore';
export { execute } from '../node/execute';
export { systemClock } from '../node/nodePorts';
export { createTransport } from '../node/transport';
export { deliver } from '../sharing/deliver';
export { surveyRun } from '../node/surveyRun';
export { previewText } from '../core/previewText';
export { previewRequest } from '../node/previewRequest';
export { previewSegments } from '../node/previewSegments';
export { isLoopbackRedirect, listenAt } from '../node/loopbackReceiver';
