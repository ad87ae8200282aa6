/** What a response must be for its request to pass. */
import type { JsonObject } from '../../src/core/json/json';
import { IconButton } from '../ui/IconButton';
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
        label="Status"
        path={['expect', 'status']}
        form={statuses}
        placeholder="any 2xx or 3xx"
        hint="A code such as 201, a class such as 2xx, or several with commas."
      />
      <KeptRow
        label="At most (ms)"
        path={['expect', 'maxDurationMs']}
        form={wholeNumber}
        placeholder="any time"
      />
      <Checks
        list="headers"
        title="Headers"
        member="name"
        first={{ name: 'Content-Type', contains: 'json' }}
      />
      <Checks list="body" title="Body" member="path" first={{ path: '$', exists: true }} />
    </>
  );
}

function Checks(props: {
  readonly list: 'headers' | 'body';
  readonly title: string;
  readonly member: 'path' | 'name';
  /** What a new check says. */
  readonly first: JsonObject;
}) {
  const { list, title, member, first } = props;
  const { shown, isLocked } = useForm();
  const edit = useEdit();
  const path = ['expect', list];
  const checks = listAt(shown, path);
  return (
    <>
      <h3 class="form-section">{title}</h3>
      {checks.length > 0 && (
        <ul class="entries" aria-label={`Checks of the ${title.toLowerCase()}`}>
          {checks.map((_, index) => {
            const place = [...path, index];
            const called = `${title.toLowerCase()} check ${index + 1}`;
            return (
              <li key={index}>
                <CheckTarget place={place} called={called} member={member} />
                <Conditions place={place} called={called} />
                <IconButton
                  icon="trash"
                  name={`Remove ${called}`}
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
          Add check
        </button>
      )}
    </>
  );
}
