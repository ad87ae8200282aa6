/** What was expected, what was taken out of the answer, and what was put into the request. */
import type { ExpectationResult, ExtractionResult, Substitution } from '../../src/core/result/result';
import { describeSource, formatLocation } from '../../src/core/result/resultViews';
import { DataTable } from '../ui/DataTable';
import { Icon } from '../ui/Icon';
import { engineText, say, t } from '../ui/l10n';

/** Every condition and whether it held. */
export function ExpectationTable({ expectations }: { readonly expectations: readonly ExpectationResult[] }) {
  return (
    <DataTable
      label={t('Expectations')}
      columns={[t('Result'), t('Condition'), t('Found instead')]}
      rows={expectations.map(({ condition, passed, actual }) => [
        <Mark isGood={passed} good={t('held')} bad={t('failed')} />,
        <code>{engineText(condition)}</code>,
        <code>{actual === 'absent' ? t('absent') : actual}</code>,
      ])}
      empty={t('Nothing was checked.')}
    />
  );
}

/** Every variable with its value, or why it has none. */
export function ExtractionTable({
  extractions,
  empty,
}: {
  readonly extractions: readonly ExtractionResult[];
  /** What is said when there are none. */
  readonly empty: string;
}) {
  return (
    <DataTable
      label={t('Extractions')}
      columns={[t('Result'), t('Variable'), t('From'), t('Value')]}
      rows={extractions.map(({ variable, from, found, value, message }) => [
        <Mark isGood={found} good={t('found')} bad={t('not found')} />,
        <code>{variable}</code>,
        <code>{from}</code>,
        value === undefined ? engineText(message ?? '') : <code>{value}</code>,
      ])}
      empty={empty}
    />
  );
}

/** Every reference with the value that replaced it. */
export function SubstitutionTable({
  substitutions,
  empty,
}: {
  readonly substitutions: readonly Substitution[];
  /** What is said when there are none. */
  readonly empty: string;
}) {
  return (
    <DataTable
      label={t('Substitutions')}
      columns={[t('Variable'), t('In'), t('Value'), t('From')]}
      rows={substitutions.map((substitution) => [
        <code>{substitution.variable}</code>,
        formatLocation(substitution.location, say),
        <code>{substitution.value}</code>,
        describeSource(substitution, say),
      ])}
      empty={empty}
    />
  );
}

function Mark(props: { readonly isGood: boolean; readonly good: string; readonly bad: string }) {
  return (
    <span class={props.isGood ? 'good' : 'bad'}>
      <Icon name={props.isGood ? 'check' : 'close'} /> {props.isGood ? props.good : props.bad}
    </span>
  );
}
