/** One check: the part of the response it looks at, and its comparisons. */
import { below, type PathTo } from '../../src/core/files/writtenPath';
import type { JsonValue } from '../../src/core/json/json';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { ChoiceField } from './ChoiceRow';
import { JsonField } from './JsonField';
import { ReferenceField } from './ReferenceField';
import { TextField } from './TextRow';
import {
  JSON_TYPES,
  OPERATORS,
  freeOperator,
  firstOperand,
  operandKind,
  operatorsOf,
  withOperator,
  type Comparison,
  type WrittenCheck,
} from './checkFields';
import { useForm } from './formContext';
import { looseText, looseValue } from './looseJson';
import { useKeptText } from './useKeptText';
import { useMember } from './useMember';

/** A check and its label. */
interface CheckProps {
  readonly place: PathTo<WrittenCheck>;
  readonly called: string;
}

/** The part by a path or a name. */
export function CheckTarget({ place, called, member }: CheckProps & { readonly member: 'path' | 'name' }) {
  return member === 'path' ? (
    <TextField
      label={t('Path of {0}', called)}
      placeholder={t('the whole body')}
      path={below(place, 'path')}
    />
  ) : (
    <TextField
      label={t('Header of {0}', called)}
      placeholder="Content-Type"
      path={below(place, 'name')}
      isNeeded
    />
  );
}

/** The comparisons of a check; a further one can be added. */
export function Conditions({ place, called }: CheckProps) {
  const { isLocked } = useForm();
  const { object: check } = useMember(place);
  const operators = operatorsOf(check);
  const free = freeOperator(check);
  return (
    <div class="conditions">
      {operators.map((operator) => (
        <Condition place={place} called={called} operator={operator} taken={operators} key={operator} />
      ))}
      {free !== undefined && !isLocked && <AddCondition place={place} operator={free} />}
    </div>
  );
}

interface ConditionProps extends CheckProps {
  readonly operator: Comparison;
}

function AddCondition({ place, operator }: Omit<ConditionProps, 'called'>) {
  const { set } = useMember(below(place, operator));
  return (
    <button type="button" class="link" onClick={() => set(firstOperand(operator))}>
      {t('And…')}
    </button>
  );
}

function Condition(props: ConditionProps & { readonly taken: readonly Comparison[] }) {
  const { place, called, operator, taken } = props;
  const { isLocked } = useForm();
  const { change } = useMember(place);
  const { set } = useMember(below(place, operator));
  return (
    <div class="condition">
      <ChoiceField
        label={t('Comparison of {0}', called)}
        value={operator}
        choices={OPERATORS.filter(([known]) => known === operator || !taken.includes(known))}
        onChoose={(chosen) => change((check) => withOperator(check, operator, chosen))}
      />
      <Operand place={place} called={called} operator={operator} />
      {taken.length > 1 && (
        <IconButton
          icon="close"
          name={t('Remove this comparison of {0}', called)}
          isOff={isLocked}
          onPress={() => set(undefined)}
        />
      )}
    </div>
  );
}

function Operand({ place, called, operator }: ConditionProps) {
  const path = below(place, operator);
  const { text, isOn, set } = useMember(path);
  const label = t('Operand of {0}', called);
  switch (operandKind(operator)) {
    case 'exists':
      return (
        <ChoiceField
          label={label}
          value={isOn ? 'yes' : 'no'}
          choices={[
            ['yes', () => t('yes')],
            ['no', () => t('no')],
          ]}
          onChoose={(chosen) => set(chosen === 'yes')}
        />
      );
    case 'type':
      return <ChoiceField label={label} value={text} choices={JSON_TYPES} onChoose={(type) => set(type)} />;
    case 'schema':
      return <JsonField label={t('Schema of {0}', called)} path={path} lines={4} />;
    case 'text':
      return <TextField label={label} path={below(place, 'matches')} isNeeded />;
    case 'value':
      return <LooseField label={label} path={path} />;
  }
}

/** A field for any JSON value, texts without quotes. */
export function LooseField({ label, path }: { readonly label: string; readonly path: PathTo<JsonValue> }) {
  const { value, set } = useMember(path);
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
        set(looseValue(typed), 'typed');
      }}
    />
  );
}
