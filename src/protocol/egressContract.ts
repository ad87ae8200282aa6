/**
 * What the editor and the egress view may ask of each other.
 *
 * The page says what to leave out and how fields read; the texts that leave are the editor's, and it lets go only
 * what the page has shown: an approval names the revision that it is about.
 */
import type { CountedMask } from '../core/masking/masksIn';
import type { Omissions, Omittable } from '../core/result/omissions';
import { call, type FunctionsOf } from './contract';
import { flag, index, list, object, text, trusted, type Schema, type Value } from './schema';

/** What an egress view shows, in the form that every page begins with. */
interface EgressSubject {
  /** Empty: a view that was open when the window closed does not come back. */
  readonly subject: string;
  readonly view: EgressView;
}

/** The current outgoing content. */
export interface EgressView {
  /** Grows with every change. */
  readonly revision: number;
  readonly title: string;
  readonly destination: string;
  readonly action: string;
  readonly omittable?: Omittable;
  readonly fields: readonly ShownField[];
  readonly choice: EgressChoice;
  readonly texts: readonly ShownEgressText[];
  /** Of all texts, in bytes. */
  readonly size: number;
  readonly masks: readonly CountedMask[];
}

/** A text that can be reworded. */
export interface ShownField {
  readonly id: string;
  readonly label: string;
  readonly lines: 'one' | 'many';
}

/** A text that leaves. */
export interface ShownEgressText {
  readonly name: string;
  /** The whole text, or its beginning. */
  readonly text: string;
  readonly isWhole: boolean;
  /** Of the whole text, in bytes. */
  readonly size: number;
  /** The beginning of what somebody reads who opens it, where that is not the text itself. */
  readonly readable?: string;
  /** The message as a chat shows it. */
  readonly message?: ShownMessage;
  /** Whether something in it has the shape of a key or a token. */
  readonly holdsKey: boolean;
}

/** A message as chats show it. */
export interface ShownMessage {
  readonly outcome: 'passed' | 'failed' | 'inconclusive' | 'cancelled';
  readonly headline: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** What went wrong, and why. */
  readonly failures: readonly { readonly subject: string; readonly reason: string }[];
  readonly moreFailures: number;
  readonly link?: { readonly url: string; readonly title: string };
  /** Who is notified. */
  readonly mentions: readonly string[];
}

/** What the person has decided so far. */
export interface EgressChoice {
  readonly omissions: Omissions;
  readonly values: readonly FieldValue[];
}

/** How a field reads now. */
export type FieldValue = Value<typeof fieldValue>;

/** Characters of a field: no service takes more. */
const MAX_VALUE = 1_000_000;
const MAX_FIELDS = 50;
const MAX_EXCHANGES = 100_000;

const fieldValue = object({ id: text(), value: text(MAX_VALUE) });

/** The editor checks whether a choice fits what is shown. */
const choice: Schema<EgressChoice> = object({
  omissions: object({ bodies: flag, headers: flag, exchanges: list(index, { most: MAX_EXCHANGES }) }),
  values: list(fieldValue, { most: MAX_FIELDS }),
});

/** What the editor and an egress view may ask of each other; the editor sends no notifications. */
export const egressContract = {
  editor: {
    /** The page has loaded and wants to know what it shows. */
    ready: call([], trusted<EgressSubject>()),
    /** Leaves out and rewords as chosen, and shows what would leave then. */
    choose: call([choice], trusted<EgressView>()),
    /** Opens all of a text of what is shown, of this revision and at this position, in an editor. */
    openText: call([index, index]),
    /** Lets what is shown go. Fails when it is not this revision any more. */
    approve: call([index]),
    /** Lets nothing go. */
    cancel: call([]),
  },
  page: {},
};

/** What the egress view may ask the editor. */
export type EgressEditor = FunctionsOf<typeof egressContract.editor>;
/** Notifications from the editor to the egress view: none. */
export type EgressPage = FunctionsOf<typeof egressContract.page>;
