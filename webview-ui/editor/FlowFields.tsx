/** Whether, how often and when a request is sent: its condition, its loop, and the pause before it. */
import type { WrittenComparison, WrittenRequest } from '../../src/core/files/writtenChain';
import { REQUEST, below } from '../../src/core/files/writtenPath';
import { wholeReference } from '../../src/core/prepare/template';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { CheckTarget, Conditions, LooseField } from './CheckEntry';
import { ChoiceField, ChoiceRow } from './ChoiceRow';
import { FormRow } from './FormRow';
import { KeptRow } from './KeptRow';
import { Switch } from './SwitchField';
import { TextRow } from './TextRow';
import { checkTarget, withTarget, type CheckTargetKind } from './checkFields';
import { choicesOf } from './choice';
import { comparisonsIn, conditionOf, loopKind, type ConditionNeed, type LoopKind } from './writtenFlow';
import { useForm } from './formContext';
import { pause, wholeNumber } from './textForms';
import { useMember } from './useMember';

const WHEN = below(REQUEST, 'when');
const LOOP = below(REQUEST, 'forEach');
const PAGE = below(LOOP, 'page');
const UNTIL = below(PAGE, 'until');

/** What decides about sending, or about running a chain as a step, which has no pages. */
export function FlowFields({ ofCall = false }: { readonly ofCall?: boolean }) {
  const loop = useMember(LOOP);
  const kind = loopKind(loop.value);
  const choices = choicesOf<LoopKind>({
    once: () => t('once'),
    items: () => t('for each item of a list'),
    pages: () => t('for each page of a list'),
  });
  return (
    <>
      <h3 class="form-section">{t('Condition')}</h3>
      <ConditionFields
        path={WHEN}
        switchLabel={ofCall ? t('Run only if a condition holds') : t('Send only if a condition holds')}
      />
      <h3 class="form-section">{t('Loop')}</h3>
      <ChoiceRow
        label={ofCall ? t('Run') : t('Sent')}
        value={kind}
        choices={choices.filter(([name]) => !ofCall || name !== 'pages' || kind === 'pages')}
        onChoose={(chosen) => loop.set(FIRST_LOOP[chosen])}
      />
      {kind === 'items' && <ItemFields />}
      {kind === 'pages' && <PageFields />}
      <h3 class="form-section">{t('Pause')}</h3>
      <KeptRow
        label={ofCall ? t('Before it is run (ms)') : t('Before it is sent (ms)')}
        path={below(REQUEST, 'delayMs')}
        form={pause}
        placeholder="0"
        hint={t('A number, or a reference to one.')}
      />
    </>
  );
}

const FIRST_LOOP: Readonly<Record<LoopKind, WrittenRequest['forEach']>> = {
  once: undefined,
  items: { in: '{{items}}', as: 'item' },
  pages: { page: { next: 'cursor', until: { path: '$.nextCursor', exists: false } } },
};

function ItemFields() {
  const { definitions } = useForm();
  const { text } = useMember(below(LOOP, 'in'));
  const last = definitions.get(wholeReference(text)?.name ?? '')?.shown;
  const hint =
    last === undefined ? t('A reference to a list, or a list as JSON.') : t('Its last value: {0}', last);
  return (
    <>
      <FormRow id="loop-in" label={t('List')} hint={hint}>
        <LooseField label={t('List')} path={below(LOOP, 'in')} />
      </FormRow>
      <TextRow
        label={t('Variable of the item')}
        path={below(LOOP, 'as')}
        isNeeded
        hint={t('Members of an item are variables too, with a dot after this name.')}
      />
      <KeptRow label={t('At most')} path={below(LOOP, 'max')} form={wholeNumber} placeholder="1000" />
      <ConditionFields path={below(LOOP, 'when')} switchLabel={t('Only items for which a condition holds')} />
    </>
  );
}

function PageFields() {
  const { object, change } = useMember(UNTIL);
  const target = checkTarget(object);
  return (
    <>
      <TextRow
        label={t('Variable of the next page')}
        path={below(PAGE, 'next')}
        isNeeded
        hint={t('Each page extracts it. For the first page, parameters with it are left out.')}
      />
      <FormRow id="loop-until" label={t('Last page')}>
        <div class="condition">
          <ChoiceField
            label={t('What tells the last page')}
            value={target}
            choices={choicesOf<CheckTargetKind>({
              path: () => t('a part of the body'),
              name: () => t('a header'),
              whole: () => t('the whole body'),
            })}
            onChoose={(chosen) => change((before) => withTarget(before, chosen))}
          />
          {target !== 'whole' && <CheckTarget place={UNTIL} called={t('the last page')} member={target} />}
          <Conditions place={UNTIL} called={t('the last page')} />
        </div>
      </FormRow>
      <KeptRow label={t('At most')} path={below(PAGE, 'max')} form={wholeNumber} placeholder="100" />
    </>
  );
}

/** A condition: one comparison or several. */
function ConditionFields({
  path,
  switchLabel,
}: {
  readonly path: typeof WHEN;
  readonly switchLabel: string;
}) {
  const { isLocked } = useForm();
  const { value, set } = useMember(path);
  const { need, comparisons, pathTo } = comparisonsIn(path, value);
  const write = (next: ConditionNeed, all: readonly WrittenComparison[]): void => set(conditionOf(next, all));
  return (
    <>
      <Switch
        label={switchLabel}
        isOn={value !== undefined}
        onSwitch={(on) => set(on ? FIRST_COMPARISON : undefined)}
      />
      {comparisons.map((_comparison, index) => (
        <FormRow
          id={`${path.join('-')}-${index}`}
          label={index === 0 ? t('If') : need === 'any' ? t('Or') : t('And')}
          key={index}
        >
          <div class="condition">
            <LooseField
              label={t('Value of comparison {0}', index + 1)}
              path={below(pathTo(index), 'value')}
            />
            <Conditions place={pathTo(index)} called={t('comparison {0}', index + 1)} />
            {comparisons.length > 1 && (
              <IconButton
                icon="close"
                name={t('Remove comparison {0}', index + 1)}
                isOff={isLocked}
                onPress={() => write(need, comparisons.toSpliced(index, 1))}
              />
            )}
          </div>
        </FormRow>
      ))}
      {value !== undefined && !isLocked && (
        <FormRow id={`${path.join('-')}-more`} label="">
          <span class="condition">
            {comparisons.length > 1 && (
              <ChoiceField
                label={t('How many have to hold')}
                value={need}
                choices={choicesOf<ConditionNeed>({
                  all: () => t('all have to hold'),
                  any: () => t('one has to hold'),
                })}
                onChoose={(chosen) => write(chosen, comparisons)}
              />
            )}
            <button
              type="button"
              class="link"
              onClick={() => write(need, [...comparisons, FIRST_COMPARISON])}
            >
              {t('Add a comparison')}
            </button>
          </span>
        </FormRow>
      )}
    </>
  );
}

const FIRST_COMPARISON: WrittenComparison = { value: '', equals: '' };
