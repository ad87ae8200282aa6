/**
 * What the editor and the page that proposes an authorization matrix may ask of each other.
 *
 * The page names sources by their position in the list that it was shown; it has no way to name a folder or a command.
 * What is written is what was shown: writing names the revision that it is about.
 */
import type { ProposalSize } from '../core/authz/generate/generateLimits';
import type { Question } from '../core/authz/generate/questions';
import { call, type FunctionsOf } from './contract';
import { index, list, object, orNull, text, trusted, type Value } from './schema';

/** What the page shows, in the form that every page begins with. */
interface ProposalSubject {
  /** Empty: the page does not come back with the window. */
  readonly subject: string;
  readonly view: ProposalView;
}

/** A proposal, and what it was made from. */
export interface ProposalView {
  /** Grows with every change. */
  readonly revision: number;
  readonly sources: readonly SourceName[];
  readonly choice: ProposalChoice;
  /** Why nothing can be proposed from the choice; what is shown then is the last proposal. */
  readonly problem?: string;
  /** Absent until something was proposed. */
  readonly proposal?: ShownProposal;
  /** Name of the matrix, once the proposal that is shown has been written. */
  readonly written?: string;
}

/** What a matrix can be proposed from. */
export interface SourceName {
  /** Path in the workspace. */
  readonly name: string;
  readonly kind: 'chain' | 'recording' | 'description';
}

/** What would be written. */
export interface ShownProposal {
  /** Those who are asked for, then somebody without credentials. */
  readonly users: readonly ShownUser[];
  readonly questions: readonly ShownQuestion[];
  readonly size: ProposalSize;
  readonly files: readonly ShownFile[];
  /** What a person should know. Whole sentences. */
  readonly notes: readonly string[];
}

/** A user of the matrix. */
export interface ShownUser {
  readonly name: string;
  readonly role: string;
  /** What signs in: a request, or a chain; absent where nothing does. */
  readonly login?: string;
  /** What the user signs in with. */
  readonly credentials: readonly { readonly name: string; readonly value: string }[];
}

/** A question with its answer, and what that becomes. */
export interface ShownQuestion extends Pick<Question, 'id' | 'text' | 'kind' | 'choices'> {
  readonly answer: string;
  /** JSON of the files. */
  readonly lines: readonly string[];
}

/** A file that would be written. */
export interface ShownFile {
  /** Path in the workspace. */
  readonly name: string;
  /** Whether there is one, which is replaced. */
  readonly isThere: boolean;
}

/** What the person has decided so far. */
export type ProposalChoice = Value<typeof choice>;

/** Users of a matrix, and answers: more cannot be read. */
const MAX_USERS = 50;
const MAX_ANSWERS = 1000;

const choice = object({
  /** `null` where nothing is chosen. */
  source: orNull(index),
  /** Name of the matrix without its ending; empty for the proposed one. */
  name: text(),
  users: list(object({ name: text(), role: text() }), { most: MAX_USERS }),
  /** Where the person has answered something else than what is proposed, or the same. */
  answers: list(object({ id: text(), value: text() }), { most: MAX_ANSWERS }),
});

/** What the editor and the page may ask of each other; the editor sends no notifications. */
export const proposalContract = {
  editor: {
    /** The page has loaded and wants to know what it shows. */
    ready: call([], trusted<ProposalSubject>()),
    /** Proposes from a choice. */
    choose: call([choice], trusted<ProposalView>()),
    /** Asks for another file, and proposes from it. */
    browse: call([], trusted<ProposalView>()),
    /** Writes what is shown, after asking where that replaces files. Fails when it is not this revision any more. */
    write: call([index], trusted<ProposalView>()),
    /** Shows what the written matrix would send. */
    dryRun: call([]),
    /** Opens the policy of the written matrix. */
    openGrid: call([]),
    /** Opens the text of the written matrix. */
    openText: call([]),
  },
  page: {},
};

/** What the page may ask the editor. */
export type ProposalEditor = FunctionsOf<typeof proposalContract.editor>;
/** Notifications from the editor to the page: none. */
export type ProposalPage = FunctionsOf<typeof proposalContract.page>;
