/** Keeping a value as a variable: its name, how it is found again, and where it replaces a literal. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatLocation } from '../../src/core/resultViews';
import type { ExtractionChoice, ExtractionOffer } from '../../src/protocol/extractionOffer';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { ruleWords } from './extractWords';
import './ExtractDialog.css';

/** The dialog about an offer. */
export function ExtractDialog(props: {
  readonly offer: ExtractionOffer;
  /** Why the last attempt did not work. */
  readonly problem: string | undefined;
  readonly onExtract: (choice: ExtractionChoice) => void;
  readonly onClose: () => void;
}) {
  const { offer, problem, onExtract, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const [rule, setRule] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => dialog.current?.showModal(), []);
  const extract = (): void => {
    const uses = offer.uses.map((_, index) => index).filter((index) => !left.has(index));
    onExtract({ variable: name.current?.value ?? '', rule, uses });
  };
  return (
    <dialog class="extract-dialog" aria-labelledby="extract-title" ref={dialog} onClose={onClose}>
      <h2 id="extract-title">Extract as variable</h2>
      <div class="extract-field">
        <label for="extract-name">Name</label>
        <input
          id="extract-name"
          ref={name}
          defaultValue={offer.variable}
          spellcheck={false}
          autocomplete="off"
          onKeyDown={(event) => event.key === 'Enter' && extract()}
        />
      </div>
      <RuleChoices offer={offer} chosen={rule} onChoose={setRule} />
      <UseChoices
        offer={offer}
        left={left}
        onToggle={(index) => setLeft((before) => toggled(before, index))}
      />
      {problem !== undefined && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <div class="extract-buttons">
        <Button quiet onPress={() => dialog.current?.close()}>
          Cancel
        </Button>
        <Button onPress={extract}>Extract</Button>
      </div>
    </dialog>
  );
}

function RuleChoices(props: {
  readonly offer: ExtractionOffer;
  readonly chosen: number;
  readonly onChoose: (rule: number) => void;
}) {
  const { offer, chosen, onChoose } = props;
  return (
    <fieldset>
      <legend>From</legend>
      {offer.rules.map((offered, index) => (
        <label class="extract-choice" key={offered.text}>
          <input type="radio" name="rule" checked={chosen === index} onChange={() => onChoose(index)} />
          <code>{offered.text}</code>
          <RuleNote words={ruleWords(offered, offer.tried)} />
        </label>
      ))}
    </fieldset>
  );
}

function UseChoices(props: {
  readonly offer: ExtractionOffer;
  /** Indices of the uses that stay as they are. */
  readonly left: ReadonlySet<number>;
  readonly onToggle: (index: number) => void;
}) {
  const { offer, left, onToggle } = props;
  return offer.uses.length === 0 ? null : (
    <fieldset>
      <legend>Also replace it in</legend>
      {offer.uses.map(({ requestName, location }, index) => (
        <label class="extract-choice" key={index}>
          <input type="checkbox" checked={!left.has(index)} onChange={() => onToggle(index)} />
          <span>{requestName}</span>
          <span class="quiet">{formatLocation(location)}</span>
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

function toggled(before: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(before);
  if (!next.delete(index)) {
    next.add(index);
  }
  return next;
}
