/** Keeping a value as a variable: its name, how it is found again, and where it replaces a literal. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatLocation } from '../../src/core/result/resultViews';
import type { ExtractionChoice, ExtractionOffer } from '../../src/protocol/extractionOffer';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { toggled } from '../ui/toggled';
import { say, t } from '../ui/l10n';
import { ruleWords } from './extractWords';
import { choiceOf, useNames, type ExtractionDraft } from './openExtraction';
import { RuleValues } from './RuleValues';
import './ExtractDialog.css';

/** The dialog about an offer. */
export function ExtractDialog(props: {
  readonly offer: ExtractionOffer;
  /** What the user has decided so far. */
  readonly draft: ExtractionDraft;
  /** Why the last attempt did not work. */
  readonly problem: string | undefined;
  readonly onDraft: (draft: ExtractionDraft) => void;
  readonly onExtract: (choice: ExtractionChoice) => void;
  readonly onClose: () => void;
}) {
  const { offer, draft, problem, onDraft, onExtract, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => open(dialog.current), []);
  const choice = choiceOf(offer, draft);
  const extract = (): void => onExtract(choice);
  return (
    <dialog
      class="extract-dialog"
      aria-labelledby="extract-title"
      ref={dialog}
      onClose={({ currentTarget }) => (currentTarget.isConnected ? onClose() : undefined)}
    >
      <h2 id="extract-title">{t('Extract as variable')}</h2>
      <NameField
        name={choice.variable}
        onName={(variable) => onDraft({ ...draft, variable })}
        onEnter={extract}
      />
      <RuleChoices offer={offer} chosen={choice.rule} onChoose={(rule) => onDraft({ ...draft, rule })} />
      <RuleValues rule={offer.rules[choice.rule]} />
      <UseChoices
        offer={offer}
        chosen={choice.uses}
        onToggle={(use) => onDraft({ ...draft, left: [...toggled(new Set(draft.left), use)] })}
      />
      {problem !== undefined && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <div class="extract-buttons">
        <Button quiet onPress={() => dialog.current?.close()}>
          {t('Cancel')}
        </Button>
        <Button onPress={extract}>{t('Extract')}</Button>
      </div>
    </dialog>
  );
}

function NameField(props: {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onEnter: () => void;
}) {
  const { name, onName, onEnter } = props;
  return (
    <div class="extract-field">
      <label for="extract-name">{t('Name')}</label>
      <input
        id="extract-name"
        value={name}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => onName(currentTarget.value)}
        onKeyDown={({ key }) => (key === 'Enter' ? onEnter() : undefined)}
      />
    </div>
  );
}

/** Shows a dialog; in the end the focus goes back to where it was. */
function open(dialog: HTMLDialogElement | null): () => void {
  dialog?.showModal();
  return () => dialog?.close();
}

function RuleChoices(props: {
  readonly offer: ExtractionOffer;
  readonly chosen: number;
  /** Another rule was chosen, by its text. */
  readonly onChoose: (rule: string) => void;
}) {
  const { offer, chosen, onChoose } = props;
  return (
    <fieldset>
      <legend>{t('From')}</legend>
      {offer.rules.map((offered, index) => (
        <label class="extract-choice" key={offered.text}>
          <input
            type="radio"
            name="rule"
            checked={chosen === index}
            onChange={() => onChoose(offered.text)}
          />
          <code>{offered.text}</code>
          <RuleNote words={ruleWords(offered)} />
        </label>
      ))}
    </fieldset>
  );
}

function UseChoices(props: {
  readonly offer: ExtractionOffer;
  /** Indices of the uses that shall refer to the variable. */
  readonly chosen: readonly number[];
  /** A use was taken out, or in again, by its name. */
  readonly onToggle: (use: string) => void;
}) {
  const { offer, chosen, onToggle } = props;
  const names = useNames(offer);
  return offer.uses.length === 0 ? null : (
    <fieldset>
      <legend>{t('Also replace it in')}</legend>
      {offer.uses.map(({ requestName, location }, index) => (
        <label class="extract-choice" key={index}>
          <input
            type="checkbox"
            checked={chosen.includes(index)}
            onChange={() => onToggle(names[index] ?? '')}
          />
          <span>{requestName}</span>
          <span class="quiet">{formatLocation(location, say)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function RuleNote({ words }: { readonly words: ReturnType<typeof ruleWords> }) {
  return (
    <span class={words.isSure ? 'good' : 'doubtful'}>
      <Icon name={words.isSure ? 'check' : 'warning'} /> {words.text}
    </span>
  );
}
