/** What a choice in the grid of a policy makes of the text of its matrix. */
import {
  makeNotPublic,
  makePublic,
  removeGrant,
  setGrant,
  writtenGrant,
} from '../core/authz/matrix/policyEdit';
import { offeredScopes } from '../core/authz/matrix/policyGrid';
import { treeOf } from '../core/edit/jsonEdit';
import { applyEdits } from '../core/edit/textEdit';
import { parseJson } from '../core/json/json';
import { CallFailure } from './channel';
import type { GrantChoice } from './policyContract';

/**
 * The text after a choice; absent when it says something else than the page has seen.
 * Throws CallFailure for a scope that is not offered, UserError when the text cannot be changed there.
 */
export function textWithGrant(written: string, choice: GrantChoice): string | undefined {
  const { before, scope } = choice;
  if (scope !== null && !offeredScopes(treeOf(written)).includes(scope)) {
    throw new CallFailure(`${scope} is not one of the scopes that can be chosen.`);
  }
  if ((writtenGrant(written, choice) ?? null) !== before) {
    return undefined;
  }
  const edits = scope === null ? removeGrant(written, choice) : setGrant(written, choice, parseJson(scope));
  return applyEdits(written, edits);
}

/** The text in which `public` names an operation, or does not. Throws UserError when it cannot be changed there. */
export function textWithPublic(written: string, operation: string, isPublic: boolean): string {
  const edits = isPublic ? makePublic(written, operation) : makeNotPublic(written, operation);
  return applyEdits(written, edits);
}
