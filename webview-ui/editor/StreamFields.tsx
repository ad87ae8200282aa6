/** How much is read of a response that is an event stream. */
import type { WrittenBodyCheck } from '../../src/core/files/writtenChain';
import { REQUEST, below } from '../../src/core/files/writtenPath';
import { t } from '../ui/l10n';
import { Conditions } from './CheckEntry';
import { ChoiceField } from './ChoiceRow';
import { FormRow } from './FormRow';
import { KeptRow } from './KeptRow';
import { Switch } from './SwitchField';
import { TextField } from './TextRow';
import { choicesOf } from './choice';
import { wholeNumber } from './textForms';
import { useMember } from './useMember';

const STREAM = below(REQUEST, 'stream');
const UNTIL = below(STREAM, 'until');

/** The limits of a stream, and the condition that ends the reading. */
export function StreamFields() {
  const { value, set } = useMember(STREAM);
  const isOn = value !== undefined;
  return (
    <>
      <h3 class="form-section">{t('Event stream')}</h3>
      <Switch
        label={t('Read events, then close the connection')}
        isOn={isOn}
        onSwitch={(on) => set(on ? {} : undefined)}
      />
      {isOn && (
        <>
          <Until />
          <KeptRow
            label={t('At most (events)')}
            path={below(STREAM, 'maxEvents')}
            form={wholeNumber}
            placeholder="100"
          />
          <KeptRow
            label={t('At most (ms)')}
            path={below(STREAM, 'maxMs')}
            form={wholeNumber}
            placeholder="10000"
            hint={t('From the beginning of the stream. The timeout is for the time before it.')}
          />
        </>
      )}
    </>
  );
}

type StreamEnd = 'limit' | 'condition';

const FIRST_UNTIL = { path: '$.events[-1].data', exists: true } satisfies WrittenBodyCheck;

/** What ends the reading. */
function Until() {
  const { value, set } = useMember(UNTIL);
  const end: StreamEnd = value === undefined ? 'limit' : 'condition';
  return (
    <FormRow id="stream-until" label={t('Until')}>
      <div class="condition">
        <ChoiceField
          label={t('What ends the reading')}
          value={end}
          choices={choicesOf<StreamEnd>({
            limit: () => t('a limit is reached'),
            condition: () => t('a part of the events'),
          })}
          onChoose={(chosen) => set(chosen === 'limit' ? undefined : FIRST_UNTIL)}
        />
        {end === 'condition' && (
          <>
            <TextField
              label={t('Path of {0}', t('the stream'))}
              path={below(UNTIL, 'path')}
              placeholder={FIRST_UNTIL.path}
              isNeeded
            />
            <Conditions place={UNTIL} called={t('the stream')} />
          </>
        )}
      </div>
    </FormRow>
  );
}
