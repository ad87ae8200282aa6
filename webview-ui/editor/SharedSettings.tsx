/** Settings that requests and chains as steps have alike. */
import { REQUEST, below } from '../../src/core/files/writtenPath';
import { t } from '../ui/l10n';
import { FormRow } from './FormRow';
import { KeptRow } from './KeptRow';
import { SwitchField } from './SwitchField';
import { TextRow } from './TextRow';
import { words } from './textForms';
import { useMember } from './useMember';

/** What people say about it. */
export function AboutRows() {
  return (
    <>
      <TextRow label={t('Description')} path={below(REQUEST, 'description')} lines={3} />
      <KeptRow
        label={t('Tags')}
        path={below(REQUEST, 'tags')}
        form={words}
        placeholder={t('orders, smoke')}
      />
    </>
  );
}

/** Whether it takes part, and how others refer to it. */
export function PlaceRows({ label, off }: { readonly label: string; readonly off: string }) {
  const { text: id } = useMember(below(REQUEST, 'id'));
  return (
    <>
      <FormRow id="request-sending" label={label}>
        <SwitchField label={off} path={below(REQUEST, 'disabled')} />
      </FormRow>
      <FormRow
        id="request-id"
        label={t('Id')}
        hint={t('Results and other files refer to it; rename it in the text.')}
      >
        <code>{id}</code>
      </FormRow>
    </>
  );
}
