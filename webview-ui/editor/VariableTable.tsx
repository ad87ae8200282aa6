/**
 * The constants of a chain, or the variables of a request: a name and any JSON value. A name takes effect when the field is left, for a
 * variable under every half of its name would be in the text otherwise.
 */
import { below } from '../../src/core/files/writtenPath';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { LooseField } from './CheckEntry';
import { RenameButton } from './RenameButton';
import { RowTable } from './RowTable';
import { settingOf } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { objectAt } from './formValue';
import { useKeptText } from './useKeptText';
import { CONSTANTS, newNameProblem, renamingEdits, type VariablesPath } from './variableNames';

/** What a table shows. */
interface VariableTableProps {
  readonly path: VariablesPath;
  readonly label: string;
}

/** The table. */
export function VariableTable({ path, label }: VariableTableProps) {
  const { shown, isLocked } = useForm();
  const edit = useEdit();
  const names = Object.keys(objectAt(shown, path));
  return (
    <RowTable
      label={label}
      columns={[t('Name'), t('Value'), { spoken: t('Rename, remove') }]}
      look="variable-table"
    >
      {names.map((name) => (
        <tr key={`=${name}`}>
          <td>
            <NameField variables={path} name={name} />
          </td>
          <td>
            <LooseField label={t('Value of {0}', name)} path={below(path, name)} />
          </td>
          <td>
            {path === CONSTANTS && <RenameButton name={name} path={below(path, name)} />}
            <IconButton
              icon="trash"
              name={t('Remove {0}', name)}
              isOff={isLocked}
              onPress={() => edit((document) => settingOf(document, below(path, name), undefined))}
            />
          </td>
        </tr>
      ))}
      {!isLocked && (
        <tr key="new">
          <td>
            <NameField variables={path} name={undefined} />
          </td>
          <td />
          <td />
        </tr>
      )}
    </RowTable>
  );
}

/** A name; the empty one makes a variable. */
function NameField({
  variables,
  name,
}: {
  readonly variables: VariablesPath;
  readonly name: string | undefined;
}) {
  const { shown, isLocked } = useForm();
  const edit = useEdit();
  const [text, keep] = useKeptText({
    path: name === undefined ? variables : below(variables, name, '(name)'),
    value: name ?? '',
    usual: () => undefined,
  });
  const known = objectAt(shown, variables);
  const problem = problemOf(known, name, text);
  const take = ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }): void => {
    if (problemOf(known, name, value) === undefined) {
      if (value !== '' && value !== name) {
        edit((document) => renamingEdits(document, variables, { before: name, now: value }));
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
function problemOf(known: object, name: string | undefined, typed: string): string | undefined {
  return typed === '' || typed === name ? undefined : newNameProblem(typed, Object.hasOwn(known, typed));
}
