/** A chain as a step: its file, what it is given, what is taken from it, and whether, how often and when it is run. */
import { valueAtSteps } from '../../src/core/extraction/responsePart';
import { STEP, below } from '../../src/core/files/writtenPath';
import type { JsonValue } from '../../src/core/json/json';
import { IconButton } from '../ui/IconButton';
import { Tabs, type Tab } from '../ui/Tabs';
import { t } from '../ui/l10n';
import { GivenOffers, TakenOffers } from './CallOffers';
import { FileChoice } from './FileField';
import { FlowFields } from './FlowFields';
import { KeptRow } from './KeptRow';
import { AboutRows, PlaceRows } from './SharedSettings';
import { VariableTable } from './VariableTable';
import { useForm } from './formContext';
import { listAt, objectAt } from './formValue';
import { words } from './textForms';

const CHAIN_FILE = below(STEP, 'chain');
const GIVEN = below(STEP, 'with');
const TAKEN = below(STEP, 'take');

/** Whether what is shown runs another chain. */
export function isCall(shown: JsonValue): boolean {
  return valueAtSteps(shown, CHAIN_FILE) !== undefined;
}

/** The file of the chain, which can be chosen and opened. */
export function CallFile() {
  const { session, target } = useForm();
  return (
    <>
      <FileChoice label={t('Chain file')} path={CHAIN_FILE} pick={() => session.editor.pickChain()} />
      {target !== null && (
        <IconButton
          icon="go-to-file"
          name={t('Open this chain')}
          onPress={() => session.act(() => session.editor.openCalled(target))}
        />
      )}
    </>
  );
}

/** What is not its file, in tabs. */
export function CallTabs({ shown, tab }: { readonly shown: JsonValue; readonly tab: number }) {
  const { session } = useForm();
  const tabs = callTabs(shown);
  return (
    <Tabs
      tabs={tabs}
      selected={Math.max(0, PLACES.indexOf(tab))}
      onSelect={(at) => session.dispatch({ type: 'tab-selected', tab: PLACES[at] ?? 0 })}
    />
  );
}

/** The tabs of a request whose place those of a step take, so that going through the list stays in the same one. */
const PLACES = [3, 5, 7];

function callTabs(shown: JsonValue): readonly Tab[] {
  const has = (name: 'when' | 'forEach' | 'delayMs'): number =>
    valueAtSteps(shown, below(STEP, name)) === undefined ? 0 : 1;
  return [
    {
      title: t('Given'),
      count: Object.keys(objectAt(shown, GIVEN)).length,
      content: () => (
        <>
          <p class="quiet">
            {t('The chain sees these values in place of its own constants, and nothing else of this one.')}
          </p>
          <VariableTable path={GIVEN} label={t('Values for the chain')} />
          <GivenOffers />
        </>
      ),
    },
    {
      title: t('Taken'),
      count: listAt(shown, TAKEN).length,
      content: () => (
        <KeptRow
          label={t('Variables')}
          path={TAKEN}
          form={words}
          placeholder={t('orderId, receiptId')}
          hint={t(
            'Variables that the chain extracts and later requests may use. The step fails when one has no value.',
          )}
        >
          <TakenOffers />
        </KeptRow>
      ),
    },
    {
      title: t('Settings'),
      count: has('when') + has('forEach') + has('delayMs'),
      content: () => (
        <>
          <AboutRows />
          <PlaceRows label={t('Running')} off={t('Disabled: kept in the chain and not run')} />
          <FlowFields ofCall />
        </>
      ),
    },
  ];
}
