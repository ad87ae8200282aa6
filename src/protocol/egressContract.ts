/**
 * What the editor and the egress view may ask of each other.
 *
 * The page says what to leave out and how fields read; the texts that leave are the editor's, and it lets go only
 * what the page has shown: an approval names the revision that it is about.
 */
import type { CountedMask } from '../core/masking/masksIn';
import type { Omissions, Omittable } from '../core/result/omissions';
import type { Guards } from './channel';
import { hasMembers, isIndex, isNothing, isText, tuple } from './guards';

/** What the egress view may ask the editor. */
export interface EgressEditor {
  /** The page has loaded and wants to know what it shows. */
  ready: () => EgressSubject;
  /** Leaves out and rewords as chosen, and shows what would leave then. */
  choose: (choice: EgressChoice) => EgressView;
  /** Opens all of a text of what is shown in an editor. */
  openText: (revision: number, index: number) => void;
  /** Lets what is shown go. Fails when it has become another one since. */
  approve: (revision: number) => void;
  /** Lets nothing go. */
  cancel: () => void;
}

/** What the editor tells the egress view: nothing that it does not ask. */
export type EgressPage = Record<never, never>;

/** What an egress view shows, in the form that every page begins with. */
export interface EgressSubject {
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
export interface FieldValue {
  readonly id: string;
  readonly value: string;
}

/** Characters of a field: no service takes more. */
const MAX_VALUE = 1_000_000;
const MAX_FIELDS = 50;
const MAX_EXCHANGES = 100_000;

/** How the calls of {@link EgressEditor} are recognised. */
export const egressEditorGuards: Guards<EgressEditor> = {
  ready: { takes: tuple<[]>(), gives: isSubject },
  choose: { takes: tuple<[EgressChoice]>(isChoice), gives: isView },
  openText: { takes: tuple<[number, number]>(isIndex, isIndex), gives: isNothing },
  approve: { takes: tuple<[number]>(isIndex), gives: isNothing },
  cancel: { takes: tuple<[]>(), gives: isNothing },
};

/** How the calls of {@link EgressPage} are recognised. */
export const egressPageGuards: Guards<EgressPage> = {};

function isSubject(value: unknown): value is EgressSubject {
  return hasMembers(value, ['subject', 'view']) && 'view' in value && isView(value.view);
}

function isView(value: unknown): value is EgressView {
  const members = [
    'revision',
    'title',
    'destination',
    'action',
    'fields',
    'choice',
    'texts',
    'size',
    'masks',
  ];
  return hasMembers(value, members);
}

/** Whether a value is a choice; whether it fits what is shown is the editor's to tell. */
export function isChoice(value: unknown): value is EgressChoice {
  if (!hasMembers(value, ['omissions', 'values'])) {
    return false;
  }
  const { omissions, values }: { omissions?: unknown; values?: unknown } = value;
  return (
    isOmissions(omissions) &&
    Array.isArray(values) &&
    values.length <= MAX_FIELDS &&
    values.every(isFieldValue)
  );
}

function isOmissions(value: unknown): value is Omissions {
  if (!hasMembers(value, ['bodies', 'headers', 'exchanges'])) {
    return false;
  }
  const { bodies, headers, exchanges }: { bodies?: unknown; headers?: unknown; exchanges?: unknown } = value;
  return (
    typeof bodies === 'boolean' &&
    typeof headers === 'boolean' &&
    Array.isArray(exchanges) &&
    exchanges.length <= MAX_EXCHANGES &&
    exchanges.every(isIndex)
  );
}

function isFieldValue(value: unknown): value is FieldValue {
  if (!hasMembers(value, ['id', 'value'])) {
    return false;
  }
  const { id, value: text }: { id?: unknown; value?: unknown } = value;
  return isText(id) && isText(text) && text.length <= MAX_VALUE;
}
