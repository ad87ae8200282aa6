/**
 * The bundles that the extension loads only when they are needed, so that opening a window costs next
 * to nothing. Everything heavy goes through here.
 */
import type * as authorization from './authorization';
import type * as chainViewer from './chainViewer';
import type * as commands from './commands';
import type * as engine from './engine';
import type * as formEditor from './formEditor';
import type * as language from './language';
import type * as matrixEngine from './matrixEngine';
import type * as sampleApi from './sampleApi';

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

/** What shows chains as forms: `dist/formEditor.js`. */
export function loadFormEditor(): Promise<typeof formEditor> {
  return import('./formEditor.js');
}

/** What understands chain files: `dist/language.js`. */
export function loadLanguage(): Promise<typeof language> {
  return import('./language.js');
}

/** What runs authorization tests: `dist/matrixEngine.js`. */
export function loadMatrixEngine(): Promise<typeof matrixEngine> {
  return import('./matrixEngine.js');
}

/** The sample API: `dist/sampleApi.js`. */
export function loadSampleApi(): Promise<typeof sampleApi> {
  return import('./sampleApi.js');
}
