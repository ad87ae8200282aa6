/** The parts of a multipart body: texts and files, each of which can be switched off. */
import { isObject, type JsonObject, type JsonValue } from '../../src/core/json/json';
import { IconButton } from '../ui/IconButton';
import { ChoiceField } from './ChoiceRow';
import { FileChoice } from './FileField';
import { ReferenceField } from './ReferenceField';
import { RowTable } from './RowTable';
import { appending, settingOf, switching, textOrNothing, withMembers } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { isOnAt, listAt, textAt, valueAt } from './formValue';

const PARTS = ['body', 'multipart'];

/** The table; a button adds a part. */
export function PartTable() {
  const { shown, isLocked } = useForm();
  const edit = useEdit();
  const add = (part: JsonObject) => () => edit((document) => appending(document, PARTS, part));
  const parts = listAt(shown, PARTS);
  return (
    <>
      {parts.length > 0 && (
        <RowTable label="Parts" columns={['(On)', 'Name', 'Content', '(Remove)']}>
          {parts.map((_, index) => (
            <Part index={index} key={index} />
          ))}
        </RowTable>
      )}
      {!isLocked && (
        <span class="add-buttons">
          <button type="button" class="link" onClick={add({ name: freshName(parts), value: '' })}>
            Add text
          </button>
          <button type="button" class="link" onClick={add({ name: freshName(parts), file: '' })}>
            Add file
          </button>
        </span>
      )}
    </>
  );
}

function Part({ index }: { readonly index: number }) {
  const { shown, isLocked } = useForm();
  const edit = useEdit();
  const place = [...PARTS, index];
  const part = `part ${index + 1}`;
  const isOff = isOnAt(shown, [...place, 'disabled']);
  return (
    <tr class={isOff ? 'off' : ''}>
      <td>
        <input
          type="checkbox"
          aria-label={`${part} is sent`}
          checked={!isOff}
          disabled={isLocked}
          onChange={() => edit((document) => switching(document, [...place, 'disabled'], !isOff))}
        />
      </td>
      <td>
        <ReferenceField
          label={`Name of ${part}`}
          text={textAt(shown, [...place, 'name'])}
          path={[...place, 'name']}
          onText={(text) => edit((document) => settingOf(document, [...place, 'name'], text), 'typed')}
        />
      </td>
      <td>
        <PartContent index={index} />
      </td>
      <td>
        <IconButton
          icon="trash"
          name={`Remove ${part}`}
          isOff={isLocked}
          onPress={() => edit((document) => settingOf(document, place, undefined))}
        />
      </td>
    </tr>
  );
}

/** Text or file, the content itself, and its metadata. */
function PartContent({ index }: { readonly index: number }) {
  const { shown } = useForm();
  const edit = useEdit();
  const place = [...PARTS, index];
  const part = `part ${index + 1}`;
  const isFile = valueAt(shown, [...place, 'file']) !== undefined;
  const choose = (kind: string): void =>
    edit((document) => settingOf(document, place, partAs(valueAt(document, place), kind)));
  const metadata = isFile ? (['contentType', 'fileName'] as const) : (['contentType'] as const);
  return (
    <div class="part-content">
      <ChoiceField
        label={`Kind of ${part}`}
        value={isFile ? 'file' : 'value'}
        choices={[
          ['value', 'Text'],
          ['file', 'File'],
        ]}
        onChoose={choose}
      />
      {isFile ? (
        <FileChoice label={`File of ${part}`} path={[...place, 'file']} />
      ) : (
        <ReferenceField
          label={`Text of ${part}`}
          text={textAt(shown, [...place, 'value'])}
          path={[...place, 'value']}
          onText={(text) => edit((document) => settingOf(document, [...place, 'value'], text), 'typed')}
        />
      )}
      {metadata.map((member) => (
        <ReferenceField
          key={member}
          label={`${METADATA[member]} of ${part}`}
          placeholder={METADATA[member]}
          text={textAt(shown, [...place, member])}
          path={[...place, member]}
          onText={(text) => edit((document) => textOrNothing(document, [...place, member], text), 'typed')}
        />
      ))}
    </div>
  );
}

const METADATA = { contentType: 'Content type', fileName: 'File name' } as const;

/** A part as a text or as a file; what is said of the other kind goes. */
function partAs(part: JsonValue | undefined, kind: string): JsonObject {
  const before = part !== undefined && isObject(part) ? part : {};
  return kind === 'file'
    ? withMembers(before, { value: undefined, file: '' })
    : withMembers(before, { file: undefined, fileName: undefined, value: '' });
}

/** A name that no part has. */
function freshName(parts: readonly JsonValue[]): string {
  const taken = new Set(parts.map((part) => textAt(part, ['name'])));
  let count = parts.length + 1;
  while (taken.has(`part${count}`)) {
    count += 1;
  }
  return `part${count}`;
}
