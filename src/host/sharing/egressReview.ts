/** What a person decides about something that is going to leave: the owner of what an egress view shows. */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import { findKeys } from '../../core/masking/keyPatterns';
import { masksIn } from '../../core/masking/masksIn';
import { nothingOmitted } from '../../core/result/omissions';
import { shorten } from '../../core/shownText';
import { CallFailure } from '../../protocol/channel';
import type { EgressChoice, EgressView, ShownEgressText, ShownMessage } from '../../protocol/egressContract';
import type { Approved, Egress, EgressText, MessageText } from '../../sharing/egress';

/** UTF-16 code units of a text that a page shows; the whole text can be opened in an editor. */
const MAX_SHOWN = 60_000;

/** What was rendered last. */
interface Rendered {
  readonly revision: number;
  readonly choice: EgressChoice;
  readonly texts: readonly EgressText[];
}

/** One egress under review. */
export class EgressReview {
  #revision = 0;
  #rendered: Rendered | undefined;

  constructor(private readonly egress: Egress) {}

  /** What the page shows now; it may have been hidden, and asks for everything again. */
  async view(): Promise<EgressView> {
    return this.#rendered === undefined ? this.choose(this.#firstChoice()) : this.#viewOf(this.#rendered);
  }

  /**
   * Renders again.
   *
   * @throws CallFailure when the choice is about something that is not there
   */
  async choose(choice: EgressChoice): Promise<EgressView> {
    this.#check(choice);
    this.#revision += 1;
    const revision = this.#revision;
    const texts = await this.egress.render(choice.omissions, valuesOf(choice));
    const rendered = { revision, choice, texts };
    if (revision === this.#revision) {
      this.#rendered = rendered;
    }
    return this.#viewOf(rendered);
  }

  /**
   * Everything that was agreed to.
   *
   * @throws CallFailure when the revision is no longer the one that would leave
   */
  approved(revision: number): Approved {
    const { texts, choice } = this.#shown(revision);
    return { texts, omissions: choice.omissions, values: valuesOf(choice) };
  }

  /** A whole text; fails as {@link approved} does. */
  text(revision: number, index: number): EgressText {
    const text = this.#shown(revision).texts[index];
    if (text === undefined) {
      throw stale();
    }
    return text;
  }

  #shown(revision: number): Rendered {
    if (this.#rendered?.revision !== revision || this.#revision !== revision) {
      throw stale();
    }
    return this.#rendered;
  }

  #firstChoice(): EgressChoice {
    const { fields = [] } = this.egress;
    return { omissions: nothingOmitted, values: fields.map(({ id, value }) => ({ id, value })) };
  }

  #check({ omissions, values }: EgressChoice): void {
    const { omittable, fields = [] } = this.egress;
    const count = omittable?.exchanges.length ?? 0;
    const isKnown =
      omissions.exchanges.every((index) => index < count) &&
      values.length === fields.length &&
      fields.every(({ id }, index) => values[index]?.id === id);
    if (!isKnown) {
      throw stale();
    }
  }

  #viewOf({ revision, choice, texts }: Rendered): EgressView {
    const { title, destination, action, omittable, fields = [] } = this.egress;
    const shown = texts.map(shownText);
    return {
      revision,
      title,
      destination,
      action,
      ...defined({ omittable }),
      fields: fields.map(({ id, label, lines }) => ({ id, label, lines })),
      choice,
      texts: shown,
      size: shown.reduce((sum, { size }) => sum + size, 0),
      masks: masksIn(texts.map(({ text }) => text)),
    };
  }
}

function shownText({ name, text, readable, message }: EgressText): ShownEgressText {
  return {
    name,
    text: shorten(text, MAX_SHOWN),
    isWhole: text.length <= MAX_SHOWN,
    size: Buffer.byteLength(text),
    ...(readable === undefined ? {} : { readable: shorten(readable, MAX_SHOWN) }),
    ...(message === undefined ? {} : { message: shownMessage(message) }),
    holdsKey: findKeys(text).length > 0,
  };
}

function shownMessage({ news, mentions }: MessageText): ShownMessage {
  return { ...news, mentions: mentions.map(({ id, name = id }) => name) };
}

function valuesOf({ values }: EgressChoice): ReadonlyMap<string, string> {
  return new Map(values.map(({ id, value }) => [id, value]));
}

function stale(): CallFailure {
  return new CallFailure(vscode.l10n.t('What is shown has changed meanwhile. Look at it again.'));
}
