/** The header lines as they will be sent, those of authentication and body among them. */
import type { FormPreview } from '../../src/protocol/formPreview';
import { t } from '../ui/l10n';
import { Segments } from './Segments';

/** The lines; nothing while they are on their way. */
export function SentHeaders({ preview }: { readonly preview: FormPreview | undefined }) {
  return preview === undefined || preview.headers.length === 0 ? null : (
    <section class="sent-headers" aria-label={t('Headers as they will be sent')}>
      <h3>{t('As they will be sent')}</h3>
      <pre class="sent-text">
        {preview.headers.map(({ name, value }, index) => (
          <span key={index}>
            {name}: <Segments segments={value} />
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  );
}
