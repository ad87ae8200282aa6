/** Further settings of a request: its description, timeout and retries. */
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
      <TextRow label="Description" path={['description']} lines={3} />
      <KeptRow label="Tags" path={['tags']} form={words} placeholder="orders, smoke" />
      <KeptRow
        label="Timeout (ms)"
        path={['timeoutMs']}
        form={wholeNumber}
        placeholder="as the settings say"
        hint="For the whole exchange, redirects included."
      />
      <ChoiceRow
        label="Redirects"
        value={textAt(shown, ['redirects']) || 'follow'}
        choices={[
          ['follow', 'are followed'],
          ['manual', 'are the response'],
        ]}
        onChoose={(chosen) =>
          edit((document) => settingOf(document, ['redirects'], chosen === 'follow' ? undefined : chosen))
        }
      />
      <FormRow id="request-sending" label="Sending">
        <SwitchField
          label="Disabled: kept in the chain and not sent"
          isOn={isOnAt(shown, ['disabled'])}
          onSwitch={(isOn) => edit((document) => switching(document, ['disabled'], isOn))}
        />
      </FormRow>
      <FormRow id="request-id" label="Id" hint="Results and other files refer to it; rename it in the text.">
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
      <h3 class="form-section">Retry</h3>
      <SwitchField
        label="Send again until it passes"
        isOn={isOn}
        onSwitch={(on) => edit((document) => settingOf(document, ['retry'], on ? { times: 3 } : undefined))}
      />
      {isOn && (
        <>
          <KeptRow label="Further attempts" path={['retry', 'times']} form={wholeNumber} />
          <KeptRow label="Pause (ms)" path={['retry', 'delayMs']} form={wholeNumber} placeholder="1000" />
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
    <FormRow id="retry-until" label="Until">
      <div class="condition">
        <ChoiceField
          label="What the retry waits for"
          value={target}
          choices={[
            ['none', 'the request passes'],
            ['path', 'a part of the body'],
            ['name', 'a header'],
            ['whole', 'the whole body'],
          ]}
          onChoose={choose}
        />
        {(target === 'path' || target === 'name') && (
          <CheckTarget place={UNTIL} called="the retry" member={target} />
        )}
        {check !== undefined && <Conditions place={UNTIL} called="the retry" />}
      </div>
    </FormRow>
  );
}
