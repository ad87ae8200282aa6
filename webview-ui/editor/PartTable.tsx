/** The parts of a multipart body: texts and files, each of which can be switched off. */
import type { WrittenPart } from '../../src/core/files/writtenChain';
import { REQUEST, below } from '../../src/core/files/writtenPath';
import type { JsonValue } from '../../src/core/json/json';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { ChoiceField } from './ChoiceRow';
import { FileChoice } from './FileField';
import { RowTable } from './RowTable';
import { TextField } from './TextRow';
import { withMembers } from './fieldEdits';
import { useForm } from './formContext';
import { looseOf, type Loose } from './formValue';
import { useList, useMember } from './useMember';

const PARTS = below(REQUEST, 'body', 'multipart');

/** The table; a button adds a part. */
export function PartTable() {
  const { isLocked } = useForm();
  const { items: parts, append } = useList(PARTS);
  const add = (part: WrittenPart) => () => append(part);
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
  const { isLocked } = useForm();
  const place = below(PARTS, index);
  const { set } = useMember(place);
  const { isOn: isOff, set: setOff } = useMember(below(place, 'disabled'));
  const number = index + 1;
  return (
    <tr class={isOff ? 'off' : ''}>
      <td>
        <input
          type="checkbox"
          aria-label={t('part {0} is sent', number)}
          checked={!isOff}
          disabled={isLocked}
          onChange={() => setOff(isOff ? undefined : true)}
        />
      </td>
      <td>
        <TextField label={t('Name of part {0}', number)} path={below(place, 'name')} isNeeded />
      </td>
      <td>
        <PartContent index={index} />
      </td>
      <td>
        <IconButton
          icon="trash"
          name={t('Remove part {0}', number)}
          isOff={isLocked}
          onPress={() => set(undefined)}
        />
      </td>
    </tr>
  );
}

/** Text or file, the content itself, and its metadata. */
function PartContent({ index }: { readonly index: number }) {
  const place = below(PARTS, index);
  const { change } = useMember(place);
  const isFile = useMember(below(place, 'file')).value !== undefined;
  const number = index + 1;
  return (
    <div class="part-content">
      <ChoiceField
        label={t('Kind of part {0}', number)}
        value={isFile ? 'file' : 'value'}
        choices={[
          ['value', () => t('Text')],
          ['file', () => t('File')],
        ]}
        onChoose={(kind) => change((part) => partAs(part, kind))}
      />
      {isFile ? (
        <FileChoice label={t('File of part {0}', number)} path={below(place, 'file')} />
      ) : (
        <TextField label={t('Text of part {0}', number)} path={below(place, 'value')} isNeeded />
      )}
      <TextField
        label={t('Content type of part {0}', number)}
        placeholder={t('Content type')}
        path={below(place, 'contentType')}
      />
      {isFile && (
        <TextField
          label={t('File name of part {0}', number)}
          placeholder={t('File name')}
          path={below(place, 'fileName')}
        />
      )}
    </div>
  );
}

/** A part as a text or as a file; what is said of the other kind goes. */
function partAs(part: Loose<WrittenPart>, kind: 'value' | 'file'): WrittenPart {
  return kind === 'file'
    ? withMembers<WrittenPart>(part, { value: undefined, file: '' })
    : withMembers<WrittenPart>(part, { file: undefined, fileName: undefined, value: '' });
}

/** A name that no part has. */
function freshName(parts: readonly JsonValue[]): string {
  const taken = new Set(parts.map((part) => looseOf<WrittenPart>(part).name));
  let count = parts.length + 1;
  while (taken.has(`part${count}`)) {
    count += 1;
  }
  return `part${count}`;
}
