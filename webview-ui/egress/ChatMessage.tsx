/** A message as chats show it, which has fonts and colours of its own. */
import type { ShownMessage } from '../../src/protocol/egressContract';
import { t } from '../ui/l10n';
import { Masked } from './Masked';

/** Headline, facts, what went wrong, and where it leads. */
export function ChatMessage(props: { readonly label: string; readonly message: ShownMessage }) {
  const { outcome, headline, facts, failures, moreFailures, mentions, link } = props.message;
  return (
    <div class="egress-message" role="group" aria-label={props.label}>
      <p class={`egress-headline ${TONES[outcome]}`}>
        <Masked text={headline} />
      </p>
      <dl>
        {facts.map(({ name, value }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>
              <Masked text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {failures.length > 0 && (
        <ul>
          {failures.map(({ subject, reason }, index) => (
            <li key={index}>
              <strong>
                <Masked text={subject} />
              </strong>
              {reason !== '' && ' – '}
              <Masked text={reason} />
            </li>
          ))}
          {moreFailures > 0 && <li>{t('and {0} more', moreFailures)}</li>}
        </ul>
      )}
      {link !== undefined && (
        <p>
          {link.title}: <span class="quiet">{link.url}</span>
        </p>
      )}
      {mentions.length > 0 && <p>{t('Mentions {0}', mentions.join(', '))}</p>}
    </div>
  );
}

const TONES: Readonly<Record<ShownMessage['outcome'], string>> = {
  passed: 'good',
  failed: 'bad',
  inconclusive: 'doubtful',
  cancelled: 'doubtful',
};
