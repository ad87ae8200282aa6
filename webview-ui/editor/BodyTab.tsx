/** The body: its kind, its fields, and next to them what will be sent. */
import { isObject, stringifyJson, type JsonValue } from '../../src/core/json/json';
import { bodyJson } from '../../src/core/language/bodyJson';
import type { FormPreview } from '../../src/protocol/formPreview';
import { t } from '../ui/l10n';
import { ChoiceField } from './ChoiceRow';
import { FieldTable } from './FieldTable';
import { FileField } from './FileField';
import { JsonField } from './JsonField';
import { PartTable } from './PartTable';
import { SentBody } from './SentBody';
import { TextRow } from './TextRow';
import { BODY_KINDS, bodyKind, emptyBody } from './bodyKinds';
import { settingOf } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { objectAt, valueAt } from './formValue';
import { draftName } from './useKeptText';
import './BodyTab.css';

/** The body of a request. */
export function BodyTab({ preview }: { readonly preview: FormPreview | undefined }) {
  const { session, target, shown } = useForm();
  const edit = useEdit();
  const body = objectAt(shown, ['body']);
  const kind = bodyKind(body);
  const choose = (chosen: string): void => {
    // What was written of another kind comes back when that is chosen again.
    const nameOf = (left: string): string => draftName(target, ['body', `(left as ${left})`]);
    session.dispatch({
      type: 'drafted',
      field: nameOf(kind),
      draft: { text: stringifyJson(body), base: '' },
    });
    const next = bodyIn(session.state.drafts.get(nameOf(chosen))?.text, chosen) ?? emptyBody(chosen);
    edit((document) => settingOf(document, ['body'], chosen === 'none' ? undefined : next));
  };
  return (
    <div class="body-columns">
      <div class="body-written">
        <div class="column-head">
          <ChoiceField label={t('Kind of body')} value={kind} choices={BODY_KINDS} onChoose={choose} />
        </div>
        <BodyFields kind={kind} />
      </div>
      {valueAt(shown, ['body']) !== undefined && <SentBody preview={preview} />}
    </div>
  );
}

/** The body that was left, where it was one of a kind. */
function bodyIn(left: string | undefined, kind: string): JsonValue | undefined {
  const body = left === undefined ? undefined : bodyJson(left);
  return body !== undefined && isObject(body) && bodyKind(body) === kind ? body : undefined;
}

function BodyFields({ kind }: { readonly kind: string }) {
  switch (kind) {
    case 'json':
      return <JsonField label={t('JSON body')} path={['body', 'json']} lines={12} />;
    case 'text':
      return (
        <>
          <TextRow label={t('Text')} path={['body', 'text']} isNeeded lines={10} />
          <TextRow label={t('Content type')} path={['body', 'contentType']} placeholder="text/plain" />
        </>
      );
    case 'form':
      return <FieldTable path={['body', 'form']} thing="field" hasBulk />;
    case 'multipart':
      return <PartTable />;
    case 'file':
      return (
        <>
          <FileField label={t('File')} path={['body', 'file']} />
          <TextRow
            label={t('Content type')}
            path={['body', 'contentType']}
            placeholder={t('by the name of the file')}
          />
        </>
      );
    case 'graphql':
      return <GraphqlFields />;
    default:
      return <p class="quiet">{t('Nothing is sent as body.')}</p>;
  }
}

function GraphqlFields() {
  return (
    <>
      <TextRow label={t('Query')} path={['body', 'graphql', 'query']} isNeeded lines={8} />
      <TextRow
        label={t('Operation')}
        path={['body', 'graphql', 'operationName']}
        placeholder={t('the only one')}
      />
      <JsonField label={t('Variables')} path={['body', 'graphql', 'variables']} lines={5} isOptional />
    </>
  );
}
