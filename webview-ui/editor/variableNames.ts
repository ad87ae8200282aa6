/** Names of variables: which can be taken, and the edits that give a variable another one. */
import { valueAtSteps } from '../../src/core/extraction/responsePart';
import { CHAIN, REQUEST, below, type PathTo } from '../../src/core/files/writtenPath';
import { stringifyJson, type JsonObject, type JsonValue } from '../../src/core/json/json';
import type { FormEdit } from '../../src/protocol/formEdit';
import { t } from '../ui/l10n';
import { settingOf } from './fieldEdits';

/** The constants of a chain. */
export const CONSTANTS = below(CHAIN, 'variables');

/** The variables of a request. */
export const OWN_VARIABLES = below(REQUEST, 'variables');

/** The object that a table of variables shows. */
export type VariablesPath = PathTo<JsonObject>;

/** Why a name cannot be given; absent when it can. */
export function newNameProblem(name: string, isTaken: boolean): string | undefined {
  if (!/^[A-Za-z_][\w.-]*$/.test(name)) {
    return t('Start with a letter or _, followed by letters, digits, _, . or -.');
  }
  if (['__proto__', 'constructor', 'prototype'].includes(name)) {
    return t('This name is reserved in JavaScript. Choose another one.');
  }
  return isTaken ? t('There is a variable of this name. Choose another one.') : undefined;
}

/** The edits after which a variable has another name; without a former one it is a new, empty text. */
export function renamingEdits(
  document: JsonValue,
  variables: VariablesPath,
  { before, now }: { readonly before: string | undefined; readonly now: string },
): readonly FormEdit[] {
  const old = before === undefined ? undefined : valueAtSteps(document, below(variables, before));
  const path = below(variables, now);
  const added: FormEdit = { kind: 'set', path, before: null, value: stringifyJson(old ?? '') };
  // The new one comes first: with its only member the object would go as well.
  const removed: readonly FormEdit[] =
    before === undefined || old === undefined
      ? []
      : [{ kind: 'set', path: below(variables, before), before: stringifyJson(old), value: null }];
  return valueAtSteps(document, path) === undefined
    ? [added, ...removed]
    : settingOf(document, path, old ?? '');
}
