/** The settings of the chain itself: its description, what it needs, and what its requests share. */
import { Tabs, type Tab } from '../ui/Tabs';
import { t } from '../ui/l10n';
import { AuthTab } from './AuthTab';
import { ChoiceRow } from './ChoiceRow';
import { KeptRow } from './KeptRow';
import { ProblemList } from './ProblemList';
import { TextRow } from './TextRow';
import { VariableTable } from './VariableTable';
import type { DocumentState } from './documentState';
import { appending, settingOf } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { objectAt, textAt } from './formValue';
import { lines, words } from './textForms';
import './RequestPane.css';

/** The form of the chain. */
export function SettingsPane(props: {
  readonly document: DocumentState;
  readonly tab: number;
  readonly onTab: (tab: number) => void;
}) {
  const { document, tab, onTab } = props;
  const { view, shown } = document;
  const tabs: readonly Tab[] = [
    { title: t('Chain'), content: () => <ChainFields environments={view.environments} /> },
    {
      title: t('Variables'),
      count: Object.keys(objectAt(shown, ['variables'])).length,
      content: () => <VariableTable />,
    },
    { title: t('Authentication'), content: () => <AuthTab fallback="none" /> },
  ];
  return (
    <section class="request-pane" aria-label={t('Chain settings')}>
      <h2 class="pane-title">{t('Chain settings')}</h2>
      <ProblemList problems={view.problems} revision={view.revision} />
      <Tabs tabs={tabs} selected={Math.min(tab, tabs.length - 1)} onSelect={onTab} />
    </section>
  );
}

function ChainFields({ environments }: { readonly environments: readonly string[] }) {
  const { shown } = useForm();
  const edit = useEdit();
  return (
    <>
      <TextRow label={t('Name')} path={['name']} isNeeded />
      <TextRow label={t('Description')} path={['description']} lines={3} />
      <ChoiceRow
        label={t('Status')}
        value={textAt(shown, ['status']) || 'draft'}
        choices={[
          ['draft', () => t('Draft')],
          ['active', () => t('Active')],
          ['archived', () => t('Archived')],
        ]}
        hint={t('Executing for the record needs Active.')}
        onChoose={(chosen) =>
          edit((document) => settingOf(document, ['status'], chosen === 'draft' ? undefined : chosen))
        }
      />
      <ChoiceRow
        label={t('Environment')}
        value={textAt(shown, ['environment'])}
        choices={[['', () => t('none')], ...environments.map((name) => [name, () => name] as const)]}
        onChoose={(chosen) =>
          edit((document) => settingOf(document, ['environment'], chosen === '' ? undefined : chosen))
        }
      />
      <KeptRow label={t('Tags')} path={['tags']} form={words} placeholder={t('orders, smoke')} />
      <KeptRow
        label={t('Requires')}
        path={['requires']}
        form={lines}
        lines={3}
        placeholder="auth/login.chain.json"
        hint={t('Chain files that run first, one per line. This chain can use their variables.')}
      >
        <AddChain />
      </KeptRow>
    </>
  );
}

/** Chooses a chain file that is to run first. */
function AddChain() {
  const { session, isLocked } = useForm();
  const edit = useEdit();
  const choose = (): void =>
    session.attempt(
      session.editor.pickFile().then((file) => {
        if (file !== null) {
          edit((document) => appending(document, ['requires'], file));
        }
      }),
    );
  return isLocked ? null : (
    <button type="button" class="link" onClick={choose}>
      {t('Choose a file…')}
    </button>
  );
}
