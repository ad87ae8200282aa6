/**
 * The way into the form editor's bundle, `dist/formEditor.js`: chains as forms, loaded when the first one is
 * opened or restored.
 */
export { FormEditors } from './form/formEditors';
