/**
 * The way into the engine's bundle, `dist/engine.js`: loaded at the first run, so that opening a chain
 * file costs the editor nothing but its outline.
 */
export { executionLog, logLines } from '../core/executionLog';
export { createBodySpiller, createBodyStore, restoreBody } from '../node/bodyStore';
export { execute } from '../node/execute';
export { surveyRun } from '../node/surveyRun';
export { previewText } from '../core/previewText';
export { previewRequest } from '../node/previewRequest';
export { isLoopbackRedirect, listenAt } from '../node/loopbackReceiver';
export { planMatrix } from '../core/authz/plan/planMatrix';
export { latestAuthzResult, writeAuthzResult } from '../node/authz/authzStore';
export { loadMatrix } from '../node/authz/loadMatrix';
export { proposeMatrix } from '../node/authz/proposeMatrix';
export { cleanUp, dryRunMatrix, runMatrix } from '../node/authz/runMatrix';
export { surveyMatrix } from '../node/authz/surveyMatrix';
