/** A text exactly as it leaves, with its masks marked. */
import { humanSize } from '../../src/core/resultViews';
import type { ShownEgressText } from '../../src/protocol/egressContract';

/** The text, or its beginning. */
export function TextPane(props: { readonly text: ShownEgressText; readonly onOpen: () => void }) {
  const { name, text, readable, isWhole, size, holdsKey } = props.text;
  return (
    <section class="egress-text" aria-label={name}>
      <h2>
        {name} <span class="quiet">{humanSize(size)}</span>
      </h2>
      {holdsKey && (
        <p class="egress-doubt" role="alert">
          Something in it looks like a key or a token. Make sure that it may leave.
        </p>
      )}
      {readable === undefined ? (
        <Text label={`Text of ${name}`} text={text} />
      ) : (
        <>
          <Text label={`What a reader of ${name} sees`} text={readable} />
          <details>
            <summary>Exactly as it leaves</summary>
            <Text label={`Text of ${name}`} text={text} />
          </details>
        </>
      )}
      <p class="quiet">
        {isWhole ? '' : 'This is its beginning. '}
        <button type="button" class="link" onClick={props.onOpen}>
          Open {name} in an editor
        </button>
      </p>
    </section>
  );
}

function Text({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre tabIndex={0} role="group" aria-label={label}>
      {pieces(text)}
    </pre>
  );
}

function pieces(text: string) {
  return text
    .split(/(‹secret:[0-9a-f]{4}›)/)
    .map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece));
}
