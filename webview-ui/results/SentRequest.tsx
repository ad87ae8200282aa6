/** The request as it was sent, byte for byte, and the exchanges that led to it. */
import type { RecordedExchange } from '../../src/core/result/result';
import { BodyText } from './BodyPane';
import { HeaderTable } from '../ui/HeaderTable';
import { engineText, t, tRich } from '../ui/l10n';
import type { BodyForm } from './detailsLook';
import { showBody } from './shownBody';
import './SentRequest.css';

/** What was sent; says so when nothing was. */
export function SentRequest(props: {
  readonly exchange: RecordedExchange | undefined;
  readonly bodyForm: BodyForm;
}) {
  const { exchange, bodyForm } = props;
  if (exchange === undefined) {
    return <p class="quiet">{t('Nothing was sent.')}</p>;
  }
  const { request, redirects } = exchange;
  return (
    <>
      {redirects.map(({ method, url, status, notes }, index) => (
        <p class="quiet sent-hop" key={index}>
          {tRich('{0} {1} answered {2}', method, <code>{url}</code>, status)}
          {notes.length > 0 && `: ${notes.map(engineText).join('; ')}`}
        </p>
      ))}
      <p class="sent-line">
        <b>{request.method}</b> <code>{request.url}</code>
      </p>
      <HeaderTable label={t('Request headers')} headers={request.headers} />
      {request.body !== undefined && request.body.size > 0 && (
        <div class="sent-body">
          <BodyText shown={showBody(request.body, bodyForm === 'raw' ? 'raw' : 'pretty')} />
        </div>
      )}
    </>
  );
}
