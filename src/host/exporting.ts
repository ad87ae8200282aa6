/**
 * The way into the bundle of exporters, `dist/exporting.js`: what writes chains and results for other tools and
 * for trackers of issues, loaded when something is exported.
 */
export { causePath } from '../core/run/causePath';
export { createRedactor } from '../core/masking/redact';
export { exportChain, exporters } from '../formats/exporters/exporters';
export { renderExportReport, summarizeExport } from '../formats/exporters/exportReport';
export { authzReporters } from '../formats/reporters/authz/authzReporters';
export { mainPlace } from '../formats/reporters/authz/places';
export { renderHar } from '../formats/reporters/harReport';
export { wordsOfPage } from '../formats/reporters/htmlWords';
export { reporters } from '../formats/reporters/reporters';
export { writeFileAtomically } from '../node/files/atomicFile';
export { findCells } from '../node/authz/cellPlaces';
export { readExportFiles } from '../node/files/exportFiles';
export { pseudonyms } from '../node/secrets/pseudonyms';
export { readRaisedIssues, rememberIssue } from '../node/results/issueStore';
export { nodeHash, systemClock } from '../node/run/nodePorts';
export { readStoredRun } from '../node/results/storedRun';
export { createTransport } from '../node/http/transport';
export { troubleAround } from '../node/results/troubleAround';
export { flawContent, flawIssue, isFlaw } from '../sharing/issues/flawIssue';
export { draftOf } from '../sharing/issues/issueDraft';
export { maskComment, maskDraft } from '../sharing/issues/maskDraft';
export { commentOnIssue, createIssue, findDuplicates, linkOf } from '../sharing/issues/raiseIssue';
export { isTrouble, requestContent, requestIssue } from '../sharing/issues/requestIssue';
export { seenAgain } from '../sharing/issues/seenAgain';
export { checkedProject, checkedServer, trackerNamed, trackers } from '../sharing/issues/trackers';
