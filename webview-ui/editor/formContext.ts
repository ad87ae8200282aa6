/** What every field of the form needs: the conversation with the editor, and what is shown now. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { JsonObject, JsonValue } from '../../src/core/json/json';
import type { FormEdit, FormTarget } from '../../src/protocol/formEdit';
import { targetOf } from './documentState';
import type { FormSession } from './formSession';
import { isSameTarget } from './pendingChanges';
import type { Definitions } from './referencePieces';

/** The surroundings of a field. */
export interface FormSurroundings {
  readonly session: FormSession;
  readonly target: FormTarget;
  /** The request, or the chain, as shown. */
  readonly shown: JsonObject;
  readonly definitions: Definitions;
  /** Whether the text cannot be changed now. */
  readonly isLocked: boolean;
}

/** Whether more edits can follow before the text is changed. */
export type Pace = 'typed' | 'done';

/** Which edits a field makes in what is shown. */
export type MakeEdits = (shown: JsonValue) => readonly FormEdit[];

/** Where the components find it. */
export const FormContext = createContext<FormSurroundings | undefined>(undefined);

/** The surroundings of the component that asks. */
export function useForm(): FormSurroundings {
  const surroundings = useContext(FormContext);
  if (surroundings === undefined) {
    throw new Error('A field is outside the form.');
  }
  return surroundings;
}

/**
 * Edits what is shown; more `typed` edits can follow, others go to the text at once. A field of a request that is no
 * longer shown edits nothing.
 */
export function useEdit(): (makeEdits: MakeEdits, pace?: Pace) => void {
  const { session, target } = useForm();
  return (makeEdits, pace = 'done') => {
    const { document } = session.state;
    if (document !== undefined && isSameTarget(targetOf(document), target)) {
      session.edit(makeEdits(document.shown), pace);
    }
  };
}
