/** Further settings of a request: its description, timeout and retries. */
import { t } from '../ui/l10n';
import { CheckTarget, Conditions } from './CheckEntry';
import { ChoiceField, ChoiceRow } from './ChoiceRow';
import { FormRow } from './FormRow';
import { KeptRow } from './KeptRow';
import { SwitchField } from './SwitchField';
import { TextRow } from './TextRow';
import { checkTarget, withTarget } from './checkFields';
import { settingOf, switching } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { isOnAt, textAt, valueAt } from './formValue';
import { wholeNumber, words } from './textForms';

/** The settings of a request. */
export function RequestSettings() {
  const { shown } = useForm();
  const edit = useEdit();
  return (
    <>
      <TextRow label={t('Description')} path={['description']} lines={3} />
      <KeptRow label={t('Tags')} path={['tags']} form={words} placeholder={t('orders, smoke')} />
      <KeptRow
        label={t('Timeout (ms)')}
        path={['timeoutMs']}
        form={wholeNumber}
        placeholder={t('as the settings say')}
        hint={t('For the whole exchange, redirects included.')}
      />
      <ChoiceRow
        label={t('Redirects')}
        value={textAt(shown, ['redirects']) || 'follow'}
        choices={[
          ['follow', () => t('are followed')],
          ['manual', () => t('are the response')],
        ]}
        onChoose={(chosen) =>
          edit((document) => settingOf(document, ['redirects'], chosen === 'follow' ? undefined : chosen))
        }
      />
      <FormRow id="request-sending" label={t('Sending')}>
        <SwitchField
          label={t('Disabled: kept in the chain and not sent')}
          isOn={isOnAt(shown, ['disabled'])}
          onSwitch={(isOn) => edit((document) => switching(document, ['disabled'], isOn))}
        />
      </FormRow>
      <FormRow
        id="request-id"
        label={t('Id')}
        hint={t('Results and other files refer to it; rename it in the text.')}
      >
        <code>{textAt(shown, ['id'])}</code>
      </FormRow>
      <RetryFields />
    </>
  );
}

/** How often and until when a request is sent again. */
function RetryFields() {
  const { shown } = useForm();
  const edit = useEdit();
  const isOn = valueAt(shown, ['retry']) !== undefined;
  return (
    <>
      <h3 class="form-section">{t('Retry')}</h3>
      <SwitchField
        label={t('Send again until it passes')}
        isOn={isOn}
        onSwitch={(on) => edit((document) => settingOf(document, ['retry'], on ? { times: 3 } : undefined))}
      />
      {isOn && (
        <>
          <KeptRow label={t('Further attempts')} path={['retry', 'times']} form={wholeNumber} />
          <KeptRow
            label={t('Pause (ms)')}
            path={['retry', 'delayMs']}
            form={wholeNumber}
            placeholder="1000"
          />
          <Until />
        </>
      )}
    </>
  );
}

const UNTIL = ['retry', 'until'];

/** The condition that ends the waiting. */
function Until() {
  const { shown } = useForm();
  const edit = useEdit();
  const check = valueAt(shown, UNTIL);
  const target = check === undefined ? 'none' : checkTarget(check);
  const choose = (chosen: string): void =>
    edit((document) => {
      const before = valueAt(document, UNTIL) ?? { exists: true };
      return settingOf(document, UNTIL, chosen === 'none' ? undefined : withTarget(before, chosen));
    });
  return (
    <FormRow id="retry-until" label={t('Until')}>
      <div class="condition">
        <ChoiceField
          label={t('What the retry waits for')}
          value={target}
          choices={[
            ['none', () => t('the request passes')],
            ['path', () => t('a part of the body')],
            ['name', () => t('a header')],
            ['whole', () => t('the whole body')],
          ]}
          onChoose={choose}
        />
        {(target === 'path' || target === 'name') && (
          <CheckTarget place={UNTIL} called={t('the retry')} member={target} />
        )}
        {check !== undefined && <Conditions place={UNTIL} called={t('the retry')} />}
      </div>
    </FormRow>
  );
}
