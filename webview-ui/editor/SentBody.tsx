/** The body as it will be sent. */
import { humanSize } from '../../src/core/result/resultViews';
import type { FormPreview } from '../../src/protocol/formPreview';
import { t } from '../ui/l10n';
import { Segments, reasonsOf } from './Segments';
import { useForm } from './formContext';

/** The body with its values. */
export function SentBody({ preview }: { readonly preview: FormPreview | undefined }) {
  const { session, target } = useForm();
  const body = preview?.body;
  return (
    <section class="body-sent" aria-label={t('Body as it will be sent')}>
      <div class="column-head">
        <h3>{t('As it will be sent')}</h3>
        {target !== null && (
          <button
            type="button"
            class="link"
            onClick={() => session.act(() => session.editor.copyCurl(target))}
          >
            {t('Copy as cURL')}
          </button>
        )}
      </div>
      {body !== undefined && (
        <>
          <p class="quiet">
            {body.mediaType}
            {body.size === undefined ? '' : ` · ${humanSize(body.size)}`}
          </p>
          <pre class="sent-text">
            <Segments segments={body.text} />
          </pre>
          {body.shortened && <p class="quiet">{t('This is the beginning.')}</p>}
          {reasonsOf(body.text).map((reason) => (
            <p class="bad" key={reason}>
              {reason}
            </p>
          ))}
        </>
      )}
    </section>
  );
}
