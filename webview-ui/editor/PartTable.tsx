/** The parts of a multipart body: texts and files, each of which can be switched off. */
import { isObject, type JsonObject, type JsonValue } from '../../src/core/json/json';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
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
        <RowTable
          label={t('Parts')}
          columns={[{ spoken: t('On') }, t('Name'), t('Content'), { spoken: t('Remove') }]}
        >
          {parts.map((_, index) => (
            <Part index={index} key={index} />
          ))}
        </RowTable>
      )}
      {!isLocked && (
        <span class="add-buttons">
          <button type="button" class="link" onClick={add({ name: freshName(parts), value: '' })}>
            {t('Add text')}
          </button>
          <button type="button" class="link" onClick={add({ name: freshName(parts), file: '' })}>
            {t('Add file')}
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
  const number = index + 1;
  const isOff = isOnAt(shown, [...place, 'disabled']);
  return (
    <tr class={isOff ? 'off' : ''}>
      <td>
        <input
          type="checkbox"
          aria-label={t('part {0} is sent', number)}
          checked={!isOff}
          disabled={isLocked}
          onChange={() => edit((document) => switching(document, [...place, 'disabled'], !isOff))}
        />
      </td>
      <td>
        <ReferenceField
          label={t('Name of part {0}', number)}
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
          name={t('Remove part {0}', number)}
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
  const number = index + 1;
  const isFile = valueAt(shown, [...place, 'file']) !== undefined;
  const choose = (kind: string): void =>
    edit((document) => settingOf(document, place, partAs(valueAt(document, place), kind)));
  const metadata = isFile ? (['contentType', 'fileName'] as const) : (['contentType'] as const);
  return (
    <div class="part-content">
      <ChoiceField
        label={t('Kind of part {0}', number)}
        value={isFile ? 'file' : 'value'}
        choices={[
          ['value', () => t('Text')],
          ['file', () => t('File')],
        ]}
        onChoose={choose}
      />
      {isFile ? (
        <FileChoice label={t('File of part {0}', number)} path={[...place, 'file']} />
      ) : (
        <ReferenceField
          label={t('Text of part {0}', number)}
          text={textAt(shown, [...place, 'value'])}
          path={[...place, 'value']}
          onText={(text) => edit((document) => settingOf(document, [...place, 'value'], text), 'typed')}
        />
      )}
      {metadata.map((member) => (
        <ReferenceField
          key={member}
          label={
            member === 'contentType'
              ? t('Content type of part {0}', number)
              : t('File name of part {0}', number)
          }
          placeholder={member === 'contentType' ? t('Content type') : t('File name')}
          text={textAt(shown, [...place, member])}
          path={[...place, member]}
          onText={(text) => edit((document) => textOrNothing(document, [...place, member], text), 'typed')}
        />
      ))}
    </div>
  );
}

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
