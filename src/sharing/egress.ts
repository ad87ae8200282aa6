/**
 * Something that is about to leave the editor: where it goes, which parts may be left out or reworded, and the texts
 * exactly as they leave. A person looks at them first; what was looked at is what is sent.
 */
import type { Omissions, Omittable } from '../core/result/omissions';
import type { Mention } from './notifiers/mention';
import type { RunNews } from './notifiers/runNews';

/** Outgoing content. None of its texts is a secret. */
export interface Egress {
  /** `Share the result of Order lifecycle`. */
  readonly title: string;
  /** Where it goes, in words: `the Slack channel of the secret SLACK_WEBHOOK`. Never a secret address. */
  readonly destination: string;
  /** What the button says that lets it go: `Send to Slack`, `Copy`, `Save`. */
  readonly action: string;
  /** Absent when nothing can be left out. */
  readonly omittable?: Omittable;
  /** What can be reworded; none when absent. */
  readonly fields?: readonly EgressField[];
  /** Everything that leaves, without the omissions and as the fields say. Called again after every change. */
  readonly render: (
    omissions: Omissions,
    values: FieldValues,
  ) => readonly EgressText[] | Promise<readonly EgressText[]>;
}

/** A text that can be edited before it leaves. */
export interface EgressField {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly lines: 'one' | 'many';
}

/** Texts of fields by their ids; every field has one. */
export type FieldValues = ReadonlyMap<string, string>;

/** A text that leaves. */
export interface EgressText {
  /** `Message`, `orders.html`. */
  readonly name: string;
  readonly text: string;
  /** What somebody reads who opens it, where that is not the text itself: a page without its markup. */
  readonly readable?: string;
  /** The message as a chat shows it, if it is one. */
  readonly message?: MessageText;
  /** What VS Code highlights it as, where it is opened in an editor: `html`, `json`, `markdown`. */
  readonly language?: string;
}

/** A message before a chat has made it its own. */
export interface MessageText {
  readonly news: RunNews;
  readonly mentions: readonly Mention[];
}

/** What a person agreed to: the texts are those that were shown. */
export interface Approved {
  readonly texts: readonly EgressText[];
  readonly omissions: Omissions;
  readonly values: FieldValues;
}

/** Shows a person what leaves, and answers with what was agreed to; nothing when the person gave up. */
export type ReviewEgress = (egress: Egress) => Promise<Approved | undefined>;
