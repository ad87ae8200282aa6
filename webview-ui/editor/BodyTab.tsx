/** The body: its kind, its fields, and next to them what will be sent. */
import type { WrittenBody } from '../../src/core/files/writtenChain';
import { REQUEST, below } from '../../src/core/files/writtenPath';
import { isObject, stringifyJson } from '../../src/core/json/json';
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
import { BODY_KINDS, EMPTY_BODIES, bodyKind, type BodyKind } from './bodyKinds';
import { useForm } from './formContext';
import { draftName } from './useKeptText';
import { useMember } from './useMember';
import './BodyTab.css';

const BODY = below(REQUEST, 'body');

/** The body of a request. */
export function BodyTab({ preview }: { readonly preview: FormPreview | undefined }) {
  const { session, target } = useForm();
  const { value, object, set } = useMember(BODY);
  const kind = bodyKind(object);
  const choose = (chosen: BodyKind): void => {
    // What was written of another kind comes back when that is chosen again.
    const nameOf = (left: BodyKind): string => draftName(target, [...BODY, `(left as ${left})`]);
    session.dispatch({
      type: 'drafted',
      field: nameOf(kind),
      draft: { text: value === undefined ? '' : stringifyJson(value), base: '' },
    });
    set(bodyIn(session.state.drafts.get(nameOf(chosen))?.text, chosen) ?? EMPTY_BODIES[chosen]);
  };
  return (
    <div class="body-columns">
      <div class="body-written">
        <div class="column-head">
          <ChoiceField label={t('Kind of body')} value={kind} choices={BODY_KINDS} onChoose={choose} />
        </div>
        <BodyFields kind={kind} />
      </div>
      {value !== undefined && <SentBody preview={preview} />}
    </div>
  );
}

/** The body that was left, where it was one of a kind. */
function bodyIn(left = '', kind: BodyKind): WrittenBody | undefined {
  const body = bodyJson(left);
  return kind !== 'none' && body !== undefined && isObject(body) && bodyKind(body) === kind
    ? body
    : undefined;
}

function BodyFields({ kind }: { readonly kind: BodyKind }) {
  switch (kind) {
    case 'json':
      return <JsonField label={t('JSON body')} path={below(BODY, 'json')} lines={12} />;
    case 'text':
      return (
        <>
          <TextRow label={t('Text')} path={below(BODY, 'text')} isNeeded lines={10} />
          <TextRow label={t('Content type')} path={below(BODY, 'contentType')} placeholder="text/plain" />
        </>
      );
    case 'form':
      return <FieldTable path={below(BODY, 'form')} thing="field" hasBulk />;
    case 'multipart':
      return <PartTable />;
    case 'file':
      return (
        <>
          <FileField label={t('File')} path={below(BODY, 'file')} />
          <TextRow
            label={t('Content type')}
            path={below(BODY, 'contentType')}
            placeholder={t('by the name of the file')}
          />
        </>
      );
    case 'graphql':
      return <GraphqlFields />;
    case 'none':
      return <p class="quiet">{t('Nothing is sent as body.')}</p>;
  }
}

const GRAPHQL = below(BODY, 'graphql');

function GraphqlFields() {
  return (
    <>
      <TextRow label={t('Query')} path={below(GRAPHQL, 'query')} isNeeded lines={8} />
      <TextRow
        label={t('Operation')}
        path={below(GRAPHQL, 'operationName')}
        placeholder={t('the only one')}
      />
      <JsonField label={t('Variables')} path={below(GRAPHQL, 'variables')} lines={5} isOptional />
    </>
  );
}
