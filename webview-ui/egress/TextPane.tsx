/** A text exactly as it leaves, with its masks marked. */
import { humanSize } from '../../src/core/result/resultViews';
import type { ShownEgressText } from '../../src/protocol/egressContract';
import { t } from '../ui/l10n';
import { ChatMessage } from './ChatMessage';
import { Masked } from './Masked';

/** The text, or its beginning. */
export function TextPane(props: { readonly text: ShownEgressText; readonly onOpen: () => void }) {
  const { name, text, message, isWhole, size, holdsKey } = props.text;
  const whole = <Text label={t('Text of {0}', name)} text={text} />;
  const reading = readingOf(props.text);
  return (
    <section class="egress-text" aria-label={name}>
      <h2>
        {name} <span class="quiet">{humanSize(size)}</span>
      </h2>
      {holdsKey && (
        <p class="egress-doubt" role="alert">
          {t('Something in it looks like a key or a token. Make sure that it may leave.')}
        </p>
      )}
      {reading === undefined ? (
        whole
      ) : (
        <>
          {reading}
          <details>
            <summary>{message === undefined ? t('Exactly as it leaves') : t('Exactly what is sent')}</summary>
            {whole}
          </details>
        </>
      )}
      <p class="quiet">
        {isWhole ? '' : t('This is its beginning.')}{' '}
        <button type="button" class="link" onClick={props.onOpen}>
          {t('Open {0} in an editor', name)}
        </button>
      </p>
    </section>
  );
}

/** What somebody reads who gets it; absent where that is the text itself. */
function readingOf({ name, readable, message }: ShownEgressText) {
  const label = t('What a reader of {0} sees', name);
  if (message !== undefined) {
    return <ChatMessage label={label} message={message} />;
  }
  return readable === undefined ? undefined : <Text label={label} text={readable} />;
}

function Text({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre tabIndex={0} role="group" aria-label={label}>
      <Masked text={text} />
    </pre>
  );
}
