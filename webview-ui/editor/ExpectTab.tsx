/** What a response must be for its request to pass. */
import { REQUEST, below, type PathTo } from '../../src/core/files/writtenPath';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { CheckTarget, Conditions } from './CheckEntry';
import { KeptRow } from './KeptRow';
import type { WrittenCheck } from './checkFields';
import { useForm } from './formContext';
import { SwitchField } from './SwitchField';
import { statuses, wholeNumber } from './textForms';
import { useList, useMember } from './useMember';
import './EntryList.css';

const EXPECT = below(REQUEST, 'expect');

/** Status, time, and checks of headers and body. */
export function ExpectTab() {
  return (
    <>
      <KeptRow
        label={t('Status')}
        path={below(EXPECT, 'status')}
        form={statuses}
        placeholder={t('any 2xx or 3xx')}
        hint={t('A code such as 201, a class such as 2xx, or several with commas.')}
      />
      <KeptRow
        label={t('At most (ms)')}
        path={below(EXPECT, 'maxDurationMs')}
        form={wholeNumber}
        placeholder={t('any time')}
      />
      <SwitchField label={t('Response must fit the OpenAPI description')} path={below(EXPECT, 'contract')} />
      <Checks
        path={below(EXPECT, 'headers')}
        member="name"
        first={{ name: 'Content-Type', contains: 'json' }}
      />
      <Checks path={below(EXPECT, 'body')} member="path" first={{ path: '$', exists: true }} />
    </>
  );
}

function Checks<Check extends WrittenCheck>(props: {
  readonly path: PathTo<readonly Check[]>;
  readonly member: 'path' | 'name';
  /** What a new check says. */
  readonly first: Check;
}) {
  const { path, member, first } = props;
  const { isLocked } = useForm();
  const { items, append } = useList(path);
  const isOfHeaders = member === 'name';
  return (
    <>
      <h3 class="form-section">{isOfHeaders ? t('Headers') : t('Body')}</h3>
      {items.length > 0 && (
        <ul class="entries" aria-label={isOfHeaders ? t('Checks of the headers') : t('Checks of the body')}>
          {items.map((_, index) => (
            <CheckItem
              place={below(path, index)}
              called={isOfHeaders ? t('headers check {0}', index + 1) : t('body check {0}', index + 1)}
              member={member}
              key={index}
            />
          ))}
        </ul>
      )}
      {!isLocked && (
        <button type="button" class="link" onClick={() => append(first)}>
          {t('Add check')}
        </button>
      )}
    </>
  );
}

function CheckItem(props: {
  readonly place: PathTo<WrittenCheck>;
  readonly called: string;
  readonly member: 'path' | 'name';
}) {
  const { place, called } = props;
  const { isLocked } = useForm();
  const { set } = useMember(place);
  return (
    <li>
      <CheckTarget {...props} />
      <Conditions place={place} called={called} />
      <IconButton
        icon="trash"
        name={t('Remove {0}', called)}
        isOff={isLocked}
        onPress={() => set(undefined)}
      />
    </li>
  );
}
