/** One check: the part of the response it looks at, and its comparisons. */
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { ChoiceField } from './ChoiceRow';
import { JsonField } from './JsonField';
import { ReferenceField } from './ReferenceField';
import {
  JSON_TYPES,
  OPERATORS,
  freeOperator,
  firstOperand,
  operandKind,
  operatorsOf,
  withOperator,
} from './checkFields';
import { settingOf } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { isOnAt, textAt, valueAt, type FormPath } from './formValue';
import { looseText, looseValue } from './looseJson';
import { useKeptText } from './useKeptText';

/** A check and its label. */
interface CheckProps {
  readonly place: FormPath;
  readonly called: string;
}

/** The part by a path or a name. */
export function CheckTarget({ place, called, member }: CheckProps & { readonly member: 'path' | 'name' }) {
  const { shown } = useForm();
  const edit = useEdit();
  const path = [...place, member];
  return (
    <ReferenceField
      label={member === 'path' ? t('Path of {0}', called) : t('Header of {0}', called)}
      placeholder={member === 'path' ? t('the whole body') : 'Content-Type'}
      text={textAt(shown, path)}
      path={path}
      onText={(text) =>
        edit(
          (document) => settingOf(document, path, text === '' && member === 'path' ? undefined : text),
          'typed',
        )
      }
    />
  );
}

/** The comparisons of a check; a further one can be added. */
export function Conditions({ place, called }: CheckProps) {
  const { shown, isLocked } = useForm();
  const edit = useEdit();
  const check = valueAt(shown, place) ?? null;
  const operators = operatorsOf(check);
  const free = freeOperator(check);
  return (
    <div class="conditions">
      {operators.map((operator) => (
        <Condition
          place={place}
          called={called}
          operator={operator}
          isOnly={operators.length === 1}
          key={operator}
        />
      ))}
      {free !== undefined && !isLocked && (
        <button
          type="button"
          class="link"
          onClick={() => edit((document) => settingOf(document, [...place, free], firstOperand(free)))}
        >
          {t('And…')}
        </button>
      )}
    </div>
  );
}

function Condition(props: CheckProps & { readonly operator: string; readonly isOnly: boolean }) {
  const { place, called, operator, isOnly } = props;
  const { shown, isLocked } = useForm();
  const edit = useEdit();
  const taken = operatorsOf(valueAt(shown, place) ?? null);
  return (
    <div class="condition">
      <ChoiceField
        label={t('Comparison of {0}', called)}
        value={operator}
        choices={OPERATORS.filter(([known]) => known === operator || !taken.includes(known))}
        onChoose={(chosen) =>
          edit((document) =>
            settingOf(document, place, withOperator(valueAt(document, place) ?? null, operator, chosen)),
          )
        }
      />
      <Operand place={place} called={called} operator={operator} />
      {!isOnly && (
        <IconButton
          icon="close"
          name={t('Remove this comparison of {0}', called)}
          isOff={isLocked}
          onPress={() => edit((document) => settingOf(document, [...place, operator], undefined))}
        />
      )}
    </div>
  );
}

function Operand({ place, called, operator }: CheckProps & { readonly operator: string }) {
  const { shown } = useForm();
  const edit = useEdit();
  const path = [...place, operator];
  const label = t('Operand of {0}', called);
  switch (operandKind(operator)) {
    case 'exists':
      return (
        <ChoiceField
          label={label}
          value={isOnAt(shown, path) ? 'yes' : 'no'}
          choices={[
            ['yes', () => t('yes')],
            ['no', () => t('no')],
          ]}
          onChoose={(chosen) => edit((document) => settingOf(document, path, chosen === 'yes'))}
        />
      );
    case 'type':
      return (
        <ChoiceField
          label={label}
          value={textAt(shown, path)}
          choices={JSON_TYPES}
          onChoose={(chosen) => edit((document) => settingOf(document, path, chosen))}
        />
      );
    case 'schema':
      return <JsonField label={t('Schema of {0}', called)} path={path} lines={4} />;
    case 'text':
      return (
        <ReferenceField
          label={label}
          text={textAt(shown, path)}
          path={path}
          onText={(text) => edit((document) => settingOf(document, path, text), 'typed')}
        />
      );
    case 'value':
      return <LooseField label={label} path={path} />;
  }
}

/** A field for any JSON value, texts without quotes. */
export function LooseField({ label, path }: { readonly label: string; readonly path: FormPath }) {
  const { shown } = useForm();
  const edit = useEdit();
  const value = valueAt(shown, path);
  const [text, keep] = useKeptText({
    path,
    value: value === undefined ? '' : looseText(value),
    usual: (typed) => looseText(looseValue(typed)),
  });
  return (
    <ReferenceField
      label={label}
      text={text}
      path={path}
      onText={(typed) => {
        keep(typed);
        edit((document) => settingOf(document, path, looseValue(typed)), 'typed');
      }}
    />
  );
}
