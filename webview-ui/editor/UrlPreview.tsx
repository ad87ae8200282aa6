/** The URL as it will be sent, below the field it is written in. */
import type { FormPreview } from '../../src/protocol/formPreview';
import { Icon } from '../ui/Icon';
import { Segments, reasonsOf } from './Segments';

/** The URL in pieces, why some have no value, and further remarks. */
export function UrlPreview({ preview }: { readonly preview: FormPreview | undefined }) {
  if (preview === undefined) {
    return <div class="url-preview">{'\u00a0'}</div>;
  }
  return (
    <div class="url-preview">
      {preview.url.length > 0 && (
        <>
          <Icon name="eye" />{' '}
          <code>
            <Segments segments={preview.url} />
          </code>
        </>
      )}
      {reasonsOf(preview.url).length > 0 && <span class="bad"> {reasonsOf(preview.url).join('; ')}</span>}
      {preview.remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </div>
  );
}
