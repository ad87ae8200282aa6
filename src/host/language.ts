/**
 * The way into the language bundle, `dist/language.js`: reading and analysing chain files, loaded at
 * the first question about one.
 */
export { analyzeChain } from '../core/analysis/analyzeChain';
export { lastRequestOf } from '../core/analysis/lastRun';
export { createChainReader, nodeRange } from '../core/analysis/readSource';
export { createBodyStore } from '../node/results/bodyStore';
export { createResultStore, storedBodies } from '../node/results/resultStore';
export { comparableText } from '../formats/comparableText';
export { setStatus } from '../core/edit/chainStatus';
export { reorder } from '../core/analysis/reorder';
export { newlyBroken } from '../core/analysis/brokenUses';
export {
  duplicateRequest,
  gatherRequests,
  insertRequest,
  moveRequests,
  removeRequests,
  renameChain,
  renameRequest,
  shiftRequests,
  transferRequests,
} from '../core/edit/chainEdit';
export { setMember } from '../core/edit/jsonEdit';
export { newChainText } from '../core/edit/newChain';
export { parameterGroups } from '../core/analysis/parameterGroups';
export { ruleText } from '../core/extraction/extractionRules';
export { extractionEdits, proposeExtraction } from '../core/extraction/proposeExtraction';
export { expectPlaces } from '../core/run/expectPlaces';
export { lineStartsIn, placeAt } from '../core/json/jsonDocument';
export { readAuthzSource } from '../core/language/authzSource';
export { readEnvironmentSources } from '../core/language/environmentSources';
export { fixesFor, safeEdits } from '../core/language/fixes';
export { lastResponse } from '../core/language/lastResponse';
export { authzLinks, chainLinks, environmentLinks } from '../core/language/links';
export { findDefinitions, findHighlights, findReferences, subjectAt } from '../core/language/navigation';
export { relatedPlaces } from '../core/language/relatedPlaces';
export { followMovedRequests } from '../core/language/followMove';
export { prepareRename, rename } from '../core/language/rename';
export { touches } from '../core/language/subject';
export { allSymbols, chainSymbols, matchesQuery } from '../core/language/symbols';
export { declareSecret, newEnvironmentText } from '../core/edit/environmentEdit';
export { findSecretLiteral, referToSecret } from '../core/permission/secretLiteral';
export { secretNamesIn } from '../core/permission/secretNames';
export { environmentNamedIn, summarizeEnvironments } from '../node/files/environmentList';
export { readEnvironment } from '../core/files/environmentFile';
export { diagnoseMatrix } from '../core/authz/matrix/diagnoseMatrix';
export { readNamedChains } from '../core/authz/matrix/readNamedChains';
export { shownText } from '../core/language/available';
export { chainNamedAt, completeAuthz } from '../core/language/authzCompletion';
export { completeNames } from '../core/language/authzNames';
export { relativePath } from '../core/language/chainPaths';
export { completeChain } from '../core/language/completion';
export { hoverAt, insertionsAt } from '../core/language/hover';
export { insertReference } from '../core/language/insertReference';
export { producerWords } from '../core/language/referenceSuggestions';
export { isInRequestList } from '../core/language/requestList';
export { resolvedUrl } from '../core/language/resolvedUrl';
export { oneLine, shorten } from '../core/shownText';
export { readCurl } from '../formats/importers/read/curl/readCurl';
export { readSurroundings } from '../node/files/surroundings';
export { unsavedFirst } from '../node/files/workspaceText';
export { causePath } from '../core/run/causePath';
export { earlierAnswers } from './results/earlierAnswers';
export { findPicked, longTree } from './results/lookedAtBodies';
export { readLast } from './results/readLast';
export { readPast } from './results/readPast';
export { draftedChain } from '../core/form/draftedChain';
export { nameOffset } from '../core/form/nameOffset';
export { problemsOf, tornBy } from '../core/form/partProblems';
export {
  addRequest,
  deleteRequests,
  disableRequests,
  duplicateRequests,
  placeRequests,
} from '../core/form/requestEdits';
export { formSuggestions } from '../core/form/suggestions';
export { parseJson } from '../core/json/json';
export { layoutGraph } from '../core/graph/layout';
export { mermaidText } from '../core/graph/mermaid';
export { shownPart } from '../core/graph/shownPart';
export { svgText } from '../core/graph/svg';
export { chainView, nodeOf, requestsIn, shownValue } from '../protocol/chainView';
export { brokenForm, chainForm, followTarget, partOf, rowsByRequest } from '../protocol/chainForm';
export { changedText } from '../protocol/formText';
