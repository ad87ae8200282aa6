/** What a response must be for its request to pass. */
import type { JsonObject } from '../../src/core/json/json';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { CheckTarget, Conditions } from './CheckEntry';
import { KeptRow } from './KeptRow';
import { appending, settingOf } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { listAt } from './formValue';
import { statuses, wholeNumber } from './textForms';
import './EntryList.css';

/** Status, time, and checks of headers and body. */
export function ExpectTab() {
  return (
    <>
      <KeptRow
        label={t('Status')}
        path={['expect', 'status']}
        form={statuses}
        placeholder={t('any 2xx or 3xx')}
        hint={t('A code such as 201, a class such as 2xx, or several with commas.')}
      />
      <KeptRow
        label={t('At most (ms)')}
        path={['expect', 'maxDurationMs']}
        form={wholeNumber}
        placeholder={t('any time')}
      />
      <Checks list="headers" member="name" first={{ name: 'Content-Type', contains: 'json' }} />
      <Checks list="body" member="path" first={{ path: '$', exists: true }} />
    </>
  );
}

function Checks(props: {
  readonly list: 'headers' | 'body';
  readonly member: 'path' | 'name';
  /** What a new check says. */
  readonly first: JsonObject;
}) {
  const { list, member, first } = props;
  const { shown, isLocked } = useForm();
  const edit = useEdit();
  const path = ['expect', list];
  const checks = listAt(shown, path);
  return (
    <>
      <h3 class="form-section">{list === 'headers' ? t('Headers') : t('Body')}</h3>
      {checks.length > 0 && (
        <ul
          class="entries"
          aria-label={list === 'headers' ? t('Checks of the headers') : t('Checks of the body')}
        >
          {checks.map((_, index) => {
            const place = [...path, index];
            const called =
              list === 'headers' ? t('headers check {0}', index + 1) : t('body check {0}', index + 1);
            return (
              <li key={index}>
                <CheckTarget place={place} called={called} member={member} />
                <Conditions place={place} called={called} />
                <IconButton
                  icon="trash"
                  name={t('Remove {0}', called)}
                  isOff={isLocked}
                  onPress={() => edit((document) => settingOf(document, place, undefined))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {!isLocked && (
        <button
          type="button"
          class="link"
          onClick={() => edit((document) => appending(document, path, first))}
        >
          {t('Add check')}
        </button>
      )}
    </>
  );
}
