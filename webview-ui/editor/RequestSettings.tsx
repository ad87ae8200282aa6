/** Further settings of a request: its description, timeout and retries. */
import { REQUEST, below } from '../../src/core/files/writtenPath';
import { t } from '../ui/l10n';
import { CheckTarget, Conditions } from './CheckEntry';
import { ChoiceField, ChoiceRow } from './ChoiceRow';
import { FlowFields } from './FlowFields';
import { FormRow } from './FormRow';
import { KeptRow } from './KeptRow';
import { StreamFields } from './StreamFields';
import { AboutRows, PlaceRows } from './SharedSettings';
import { Switch } from './SwitchField';
import { checkTarget, withTarget, type CheckTargetKind } from './checkFields';
import { choicesOf } from './choice';
import { wholeNumber } from './textForms';
import { useMember } from './useMember';

/** The settings of a request. */
export function RequestSettings() {
  const redirects = useMember(below(REQUEST, 'redirects'));
  return (
    <>
      <AboutRows />
      <KeptRow
        label={t('Timeout (ms)')}
        path={below(REQUEST, 'timeoutMs')}
        form={wholeNumber}
        placeholder={t('as the settings say')}
        hint={t('For the whole exchange, redirects included.')}
      />
      <ChoiceRow
        label={t('Redirects')}
        value={redirects.text || 'follow'}
        choices={[
          ['follow', () => t('are followed')],
          ['manual', () => t('are the response')],
        ]}
        onChoose={(chosen) => redirects.set(chosen === 'follow' ? undefined : chosen)}
      />
      <PlaceRows label={t('Sending')} off={t('Disabled: kept in the chain and not sent')} />
      <FlowFields />
      <RetryFields />
      <StreamFields />
    </>
  );
}

const RETRY = below(REQUEST, 'retry');

/** How often and until when a request is sent again. */
function RetryFields() {
  const { value, set } = useMember(RETRY);
  const isOn = value !== undefined;
  return (
    <>
      <h3 class="form-section">{t('Retry')}</h3>
      <Switch
        label={t('Send again until it passes')}
        isOn={isOn}
        onSwitch={(on) => set(on ? { times: 3 } : undefined)}
      />
      {isOn && (
        <>
          <KeptRow label={t('Further attempts')} path={below(RETRY, 'times')} form={wholeNumber} />
          <KeptRow
            label={t('Pause (ms)')}
            path={below(RETRY, 'delayMs')}
            form={wholeNumber}
            placeholder="1000"
          />
          <Until />
        </>
      )}
    </>
  );
}

const UNTIL = below(RETRY, 'until');

/** The condition that ends the waiting. */
function Until() {
  const { value: check, object, change } = useMember(UNTIL);
  const target = check === undefined ? 'none' : checkTarget(object);
  return (
    <FormRow id="retry-until" label={t('Until')}>
      <div class="condition">
        <ChoiceField
          label={t('What the retry waits for')}
          value={target}
          choices={choicesOf<CheckTargetKind | 'none'>({
            none: () => t('the request passes'),
            path: () => t('a part of the body'),
            name: () => t('a header'),
            whole: () => t('the whole body'),
          })}
          onChoose={(chosen) =>
            change((before) =>
              chosen === 'none'
                ? undefined
                : withTarget(check === undefined ? { exists: true } : before, chosen),
            )
          }
        />
        {(target === 'path' || target === 'name') && (
          <CheckTarget place={UNTIL} called={t('the retry')} member={target} />
        )}
        {check !== undefined && <Conditions place={UNTIL} called={t('the retry')} />}
      </div>
    </FormRow>
  );
}
