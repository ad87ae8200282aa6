/**
 * The bundles that the extension loads only when they are needed, so that opening a window costs next
 * to nothing. Everything heavy goes through here.
 */
import type * as authorization from './authorization';
import type * as chainViewer from './chainViewer';
import type * as commands from './commands';
import type * as engine from './engine';
import type * as exporting from './exporting';
import type * as formEditor from './formEditor';
import type * as language from './language';
import type * as mapping from './mapping';
import type * as matrixEngine from './matrixEngine';
import type * as notifying from './notifying';
import type * as sampleApi from './sampleApi';
import type * as sharing from './sharing';

/** What the editor shows of authorization tests: `dist/authorization.js`. */
export function loadAuthorization(): Promise<typeof authorization> {
  return import('./authorization.js');
}

/** What draws chains: `dist/chainViewer.js`. */
export function loadChainViewer(): Promise<typeof chainViewer> {
  return import('./chainViewer.js');
}

/** What commands ask and do: `dist/commands.js`. */
export function loadCommands(): Promise<typeof commands> {
  return import('./commands.js');
}

/** What runs chains: `dist/engine.js`. */
export function loadEngine(): Promise<typeof engine> {
  return import('./engine.js');
}

/** What writes chains and results for other tools: `dist/exporting.js`. */
export function loadExporting(): Promise<typeof exporting> {
  return import('./exporting.js');
}

/** What shows chains as forms: `dist/formEditor.js`. */
export function loadFormEditor(): Promise<typeof formEditor> {
  return import('./formEditor.js');
}

/** What understands chain files: `dist/language.js`. */
export function loadLanguage(): Promise<typeof language> {
  return import('./language.js');
}

/** What shows Auto Mapping: `dist/mapping.js`. */
export function loadMapping(): Promise<typeof mapping> {
  return import('./mapping.js');
}

/** What runs authorization tests: `dist/matrixEngine.js`. */
export function loadMatrixEngine(): Promise<typeof matrixEngine> {
  return import('./matrixEngine.js');
}

/** What tells chats of runs: `dist/notifying.js`. */
export function loadNotifying(): Promise<typeof notifying> {
  return import('./notifying.js');
}

/** The sample API: `dist/sampleApi.js`. */
export function loadSampleApi(): Promise<typeof sampleApi> {
  return import('./sampleApi.js');
}

/** What leaves the editor, shown before it does: `dist/sharing.js`. */
export function loadSharing(): Promise<typeof sharing> {
  return import('./sharing.js');
}
