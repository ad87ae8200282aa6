/**
 * The way into what runs authorization tests, `dist/matrixEngine.js`: loaded when somebody works on a
 * matrix, so that running a chain does not load it. It shares its files with the engine.
 */
export { planMatrix } from '../core/authz/plan/planMatrix';
export { latestAuthzResult, writeAuthzResult } from '../node/authz/authzStore';
export { loadMatrix } from '../node/authz/loadMatrix';
export { proposeMatrix } from '../node/authz/proposeMatrix';
export { cleanUp, dryRunMatrix, runMatrix } from '../node/authz/runMatrix';
export { surveyMatrix } from '../node/authz/surveyMatrix';
