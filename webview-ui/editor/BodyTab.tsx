/** The body: its kind, its fields, and beside them what will be sent. */
import { useRef } from 'preact/hooks';
import type { JsonObject } from '../../src/core/json';
import type { FormPreview } from '../../src/protocol/formPreview';
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
import './BodyTab.css';

/** The body of a request. */
export function BodyTab({ preview }: { readonly preview: FormPreview | undefined }) {
  const { shown } = useForm();
  const edit = useEdit();
  const body = objectAt(shown, ['body']);
  const kind = bodyKind(body);
  // What was written of another kind comes back when that is chosen again.
  const left = useRef(new Map<string, JsonObject>());
  const choose = (chosen: string): void => {
    left.current.set(kind, body);
    const next = left.current.get(chosen) ?? emptyBody(chosen);
    edit((document) => settingOf(document, ['body'], chosen === 'none' ? undefined : next));
  };
  return (
    <div class="body-columns">
      <div class="body-written">
        <div class="column-head">
          <ChoiceField label="Kind of body" value={kind} choices={BODY_KINDS} onChoose={choose} />
        </div>
        <BodyFields kind={kind} />
      </div>
      {valueAt(shown, ['body']) !== undefined && <SentBody preview={preview} />}
    </div>
  );
}

function BodyFields({ kind }: { readonly kind: string }) {
  switch (kind) {
    case 'json':
      return <JsonField label="JSON body" path={['body', 'json']} lines={12} />;
    case 'text':
      return (
        <>
          <TextRow label="Text" path={['body', 'text']} isNeeded lines={10} />
          <TextRow label="Content type" path={['body', 'contentType']} placeholder="text/plain" />
        </>
      );
    case 'form':
      return <FieldTable path={['body', 'form']} thing="field" hasBulk />;
    case 'multipart':
      return <PartTable />;
    case 'file':
      return (
        <>
          <FileField label="File" path={['body', 'file']} />
          <TextRow
            label="Content type"
            path={['body', 'contentType']}
            placeholder="by the name of the file"
          />
        </>
      );
    case 'graphql':
      return <GraphqlFields />;
    default:
      return <p class="quiet">Nothing is sent as body.</p>;
  }
}

function GraphqlFields() {
  return (
    <>
      <TextRow label="Query" path={['body', 'graphql', 'query']} isNeeded lines={8} />
      <TextRow label="Operation" path={['body', 'graphql', 'operationName']} placeholder="the only one" />
      <JsonField label="Variables" path={['body', 'graphql', 'variables']} lines={5} isOptional />
    </>
  );
}
