/**
 * What the editor and the policy grid of a matrix may ask of each other.
 *
 * The page names roles and operations as the text does. It has no way to name a file, an address or a command.
 */
import { call, type FunctionsOf } from './contract';
import type { PolicyView } from './policyView';
import { flag, object, orNull, text, trusted, type Value } from './schema';

/** What a grid shows. */
interface PolicySubject {
  /** Names the matrix. */
  readonly subject: string;
  readonly view: PolicyView;
}

/** A choice in the grid; the text is changed only where it says what the page has seen. */
export type GrantChoice = Value<typeof grantChoice>;

/** `before` and `scope` are JSON; `null` means that no line names, or shall name, the operation. */
const grantChoice = object({
  role: text(),
  operation: text(),
  before: orNull(text()),
  scope: orNull(text()),
});

/** What became of a choice. `stale`: the text said something else; the page is shown what it says now. */
export type GrantAnswer = 'done' | 'stale';

/** What the editor and a policy grid may ask of each other. */
export const policyContract = {
  editor: {
    /** The page has loaded and wants to know what it shows. */
    ready: call([], trusted<PolicySubject>()),
    /** Writes, replaces or removes the line that names an operation for a role, in one step that can be undone. */
    grant: call([grantChoice], trusted<GrantAnswer>()),
    /** Lists an operation in `public` (`true`), or takes it out. */
    setPublic: call([text(), flag]),
    /** Shows the line that decides on a role, or on `public` (`null`), and an operation; else the operation. */
    revealGrant: call([orNull(text()), text()]),
    /** Shows an operation in the text. */
    revealOperation: call([text()]),
    /** Shows the text; where it is not valid JSON, at that place. */
    revealText: call([]),
  },
  page: {
    /** The text, or the requests that it names, have become others. */
    show: call([trusted<PolicyView>()]),
  },
};

/** What the grid may ask the editor. */
export type PolicyEditor = FunctionsOf<typeof policyContract.editor>;
/** Notifications from the editor to the grid. */
export type PolicyPage = FunctionsOf<typeof policyContract.page>;
