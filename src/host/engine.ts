/**
 * The way into the engine's bundle, `dist/engine.js`: loaded at the first run, so that opening a chain
 * file costs the editor nothing but its outline.
 */
export { executionLog, logLines } from '../core/run/executionLog';
export { createBodySpiller, createBodyStore, restoreBody } from '../node/results/bodyStore';
export { prepareRun } from '../node/run/execute';
export { systemClock } from '../node/run/nodePorts';
export { createTransport } from '../node/http/transport';
export { deliver } from '../sharing/deliver';
export { previewText } from '../core/prepare/previewText';
export { previewRequest } from '../node/preview/previewRequest';
export { previewSegments } from '../node/preview/previewSegments';
export { isLoopbackRedirect, listenAt } from '../node/secrets/loopbackReceiver';
