/** The URL as it will be sent, below the field it is written in. */
import type { FormPreview } from '../../src/protocol/formPreview';
import { Icon } from '../ui/Icon';
import { SecretLink } from '../ui/SecretLink';
import { useForm } from './formContext';
import { Segments } from './Segments';

/** The URL in pieces, remarks on what has no value and on what is added, and the way to secrets that are missing. */
export function UrlPreview({ preview }: { readonly preview: FormPreview | undefined }) {
  const { session } = useForm();
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
      {preview.remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {preview.missingSecrets.map((name) => (
        <p key={name}>
          <SecretLink
            {...(preview.missingSecrets.length === 1 ? {} : { name })}
            onSetSecret={() => session.attempt(session.editor.setPreviewedSecret(name))}
          />
        </p>
      ))}
    </div>
  );
}
