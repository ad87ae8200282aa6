/**
 * The constants of the chain: a name and any JSON value. A name takes effect when the field is left, for a
 * variable under every half of its name would be in the text otherwise.
 */
import { valueAtSteps } from '../../src/core/extraction/responsePart';
import { below } from '../../src/core/files/writtenPath';
import type { JsonValue } from '../../src/core/json/json';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { LooseField } from './CheckEntry';
import { RenameButton } from './RenameButton';
import { RowTable } from './RowTable';
import { settingOf } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { objectAt } from './formValue';
import { useKeptText } from './useKeptText';
import { VARIABLES, newNameProblem, renamingEdits } from './variableNames';

/** The table. */
export function VariableTable() {
  const { shown, isLocked } = useForm();
  const edit = useEdit();
  const names = Object.keys(objectAt(shown, VARIABLES));
  return (
    <RowTable
      label={t('Variables of the chain')}
      columns={[t('Name'), t('Value'), { spoken: t('Rename, remove') }]}
      look="variable-table"
    >
      {names.map((name) => (
        <tr key={`=${name}`}>
          <td>
            <NameField name={name} />
          </td>
          <td>
            <LooseField label={t('Value of {0}', name)} path={below(VARIABLES, name)} />
          </td>
          <td>
            <RenameButton name={name} path={below(VARIABLES, name)} />
            <IconButton
              icon="trash"
              name={t('Remove {0}', name)}
              isOff={isLocked}
              onPress={() => edit((document) => settingOf(document, below(VARIABLES, name), undefined))}
            />
          </td>
        </tr>
      ))}
      {!isLocked && (
        <tr key="new">
          <td>
            <NameField name={undefined} />
          </td>
          <td />
          <td />
        </tr>
      )}
    </RowTable>
  );
}

/** A name; the empty one makes a variable. */
function NameField({ name }: { readonly name: string | undefined }) {
  const { shown, isLocked } = useForm();
  const edit = useEdit();
  const [text, keep] = useKeptText({
    path: name === undefined ? VARIABLES : below(VARIABLES, name, '(name)'),
    value: name ?? '',
    usual: () => undefined,
  });
  const problem = problemOf(shown, name, text);
  const take = ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }): void => {
    if (problemOf(shown, name, value) === undefined) {
      if (value !== '' && value !== name) {
        edit((document) => renamingEdits(document, name, value));
      }
      keep(name ?? '');
    }
  };
  return (
    <>
      <input
        class="field kept-field"
        aria-label={name === undefined ? t('Name of a new variable') : t('Name of {0}', name)}
        aria-invalid={problem !== undefined}
        placeholder={name === undefined ? t('Add variable') : ''}
        value={text}
        readOnly={isLocked}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => keep(currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => (event.key === 'Enter' ? take(event) : undefined)}
      />
      {problem !== undefined && (
        <p class="bad" role="status">
          {problem}
        </p>
      )}
    </>
  );
}

/** Why a variable cannot have this name; an empty one and its own are no problem. */
function problemOf(shown: JsonValue, name: string | undefined, typed: string): string | undefined {
  return typed === '' || typed === name
    ? undefined
    : newNameProblem(typed, valueAtSteps(shown, below(VARIABLES, typed)) !== undefined);
}
