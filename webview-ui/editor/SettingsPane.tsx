/** The settings of the chain itself: its description, what it needs, and what its requests share. */
import type { WrittenChain } from '../../src/core/files/writtenChain';
import { CHAIN, below } from '../../src/core/files/writtenPath';
import { Tabs, type Tab } from '../ui/Tabs';
import { t } from '../ui/l10n';
import { AuthTab } from './AuthTab';
import { ChoiceRow } from './ChoiceRow';
import { DataTab } from './DataTab';
import { KeptRow } from './KeptRow';
import { ProblemList } from './ProblemList';
import { TextRow } from './TextRow';
import { VariableTable } from './VariableTable';
import { CONSTANTS } from './variableNames';
import type { DocumentState } from './documentState';
import { choicesOf } from './choice';
import { useForm } from './formContext';
import { objectAt } from './formValue';
import { lines, words } from './textForms';
import { useList, useMember } from './useMember';
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
      count: Object.keys(objectAt(shown, below(CHAIN, 'variables'))).length,
      content: () => <VariableTable path={CONSTANTS} label={t('Variables of the chain')} />,
    },
    { title: t('Data'), content: () => <DataTab preview={view.data} /> },
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
  const status = useMember(below(CHAIN, 'status'));
  const environment = useMember(below(CHAIN, 'environment'));
  return (
    <>
      <TextRow label={t('Name')} path={below(CHAIN, 'name')} isNeeded />
      <TextRow label={t('Description')} path={below(CHAIN, 'description')} lines={3} />
      <ChoiceRow
        label={t('Status')}
        value={status.text || 'draft'}
        choices={choicesOf<Required<WrittenChain>['status']>({
          draft: () => t('Draft'),
          active: () => t('Active'),
          archived: () => t('Archived'),
        })}
        hint={t('Executing for the record needs Active.')}
        onChoose={(chosen) => status.set(chosen === 'draft' ? undefined : chosen)}
      />
      <ChoiceRow
        label={t('Environment')}
        value={environment.text}
        choices={[['', () => t('none')], ...environments.map((name) => [name, () => name] as const)]}
        onChoose={(chosen) => environment.set(chosen === '' ? undefined : chosen)}
      />
      <KeptRow label={t('Tags')} path={below(CHAIN, 'tags')} form={words} placeholder={t('orders, smoke')} />
      <KeptRow
        label={t('Requires')}
        path={below(CHAIN, 'requires')}
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
  const { append } = useList(below(CHAIN, 'requires'));
  const choose = (): void =>
    session.attempt(
      session.editor.pickFile().then((file) => {
        if (file !== null) {
          append(file);
        }
      }),
    );
  return isLocked ? null : (
    <button type="button" class="link" onClick={choose}>
      {t('Choose a file…')}
    </button>
  );
}
