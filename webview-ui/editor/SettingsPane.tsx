/** The settings of the chain itself: its description, what it needs, and what its requests share. */
import { Tabs, type Tab } from '../ui/Tabs';
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
    { title: 'Chain', content: () => <ChainFields environments={view.environments} /> },
    {
      title: 'Variables',
      count: Object.keys(objectAt(shown, ['variables'])).length,
      content: () => <VariableTable />,
    },
    { title: 'Authentication', content: () => <AuthTab fallback="none" /> },
  ];
  return (
    <section class="request-pane" aria-label="Chain settings">
      <h2 class="pane-title">Chain settings</h2>
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
      <TextRow label="Name" path={['name']} isNeeded />
      <TextRow label="Description" path={['description']} lines={3} />
      <ChoiceRow
        label="Status"
        value={textAt(shown, ['status']) || 'draft'}
        choices={[
          ['draft', 'Draft'],
          ['active', 'Active'],
          ['archived', 'Archived'],
        ]}
        hint="Executing for the record needs Active."
        onChoose={(chosen) =>
          edit((document) => settingOf(document, ['status'], chosen === 'draft' ? undefined : chosen))
        }
      />
      <ChoiceRow
        label="Environment"
        value={textAt(shown, ['environment'])}
        choices={[['', 'none'], ...environments.map((name) => [name, name] as const)]}
        onChoose={(chosen) =>
          edit((document) => settingOf(document, ['environment'], chosen === '' ? undefined : chosen))
        }
      />
      <KeptRow label="Tags" path={['tags']} form={words} placeholder="orders, smoke" />
      <KeptRow
        label="Requires"
        path={['requires']}
        form={lines}
        lines={3}
        placeholder="auth/login.chain.json"
        hint="Chain files that run first, one per line. This chain can use their variables."
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
      Choose a file…
    </button>
  );
}
