/** The URL as it will be sent, or the values that a chain will be given, below the field for either. */
import type { FormPreview, Segment } from '../../src/protocol/formPreview';
import { t } from '../ui/l10n';
import { Icon } from '../ui/Icon';
import { SecretLink } from '../ui/SecretLink';
import { useForm } from './formContext';
import { Segments } from './Segments';

/** The URL in pieces, or values; remarks on what has no value and on what is added, and the way to secrets that are missing. */
export function UrlPreview({ preview }: { readonly preview: FormPreview | undefined }) {
  const { session } = useForm();
  if (preview === undefined) {
    return <div class="url-preview">{'\u00a0'}</div>;
  }
  return (
    <div class="url-preview">
      {preview.given !== undefined && <GivenValues file={textOf(preview.url)} given={preview.given} />}
      {preview.given === undefined && preview.url.length > 0 && (
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

/** The chain that is run as a step, and its values. */
function GivenValues({ file, given }: { readonly file: string } & Required<Pick<FormPreview, 'given'>>) {
  return (
    <>
      <Icon name="eye" />{' '}
      {given.length === 0 ? t('Runs {0} without values of this chain.', file) : t('Runs {0} with:', file)}
      {given.length > 0 && (
        <ul class="given-values">
          {given.map(({ name, value }) => (
            <li key={name}>
              <code>
                {name} = <Segments segments={value} />
              </code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function textOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join('');
}
