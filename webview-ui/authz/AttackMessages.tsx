/** The attack and its answer as they crossed the wire, masked. Texts that the run planted are highlighted. */
import type { AttackExchange, AttackMessage } from '../../src/protocol/authzPanel';
import { HeaderTable } from '../ui/HeaderTable';
import { t } from '../ui/l10n';
import './AttackMessages.css';

/** Both messages, closed until somebody looks: the steps show the essentials. */
export function AttackMessages({ attack }: { readonly attack: AttackExchange }) {
  const { request, response } = attack;
  return (
    <>
      {response?.body !== undefined && <Body text={response.body} />}
      <Message title={t('Request of the attack')} message={request} showsBody />
      {response !== undefined && <Message title={t('Its answer')} message={response} showsBody={false} />}
    </>
  );
}

function Message(props: {
  readonly title: string;
  readonly message: AttackMessage;
  /** The body of the answer is in view already. */
  readonly showsBody: boolean;
}) {
  const { title, message, showsBody } = props;
  return (
    <details class="attack-message" data-place={title}>
      <summary>
        {title} <code class="quiet">{message.line}</code>
      </summary>
      <HeaderTable label={t('{0}: headers', title)} headers={message.headers} />
      {showsBody && message.body !== undefined && <Body text={message.body} />}
    </details>
  );
}

/** Planted texts are `CNRY-` and 16 hexadecimal digits; `split` keeps them at the odd places. */
const PLANTED = /(CNRY-[0-9a-f]{16})/;

function Body({ text }: { readonly text: string }) {
  return (
    <pre class="attack-body">
      {text.split(PLANTED).map((part, index) =>
        index % 2 === 1 ? (
          <mark class="bad" key={index}>
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </pre>
  );
}
