/** What was expected, what was taken out of the answer, and what was put into the request. */
import type { ExpectationResult, ExtractionResult, Substitution } from '../../src/core/result/result';
import { describeSource, formatLocation } from '../../src/core/result/resultViews';
import { DataTable } from '../ui/DataTable';
import { Icon } from '../ui/Icon';

/** Every condition and whether it held. */
export function ExpectationTable({ expectations }: { readonly expectations: readonly ExpectationResult[] }) {
  return (
    <DataTable
      label="Expectations"
      columns={['Result', 'Condition', 'Found instead']}
      rows={expectations.map(({ condition, passed, actual }) => [
        <Mark isGood={passed} good="held" bad="failed" />,
        <code>{condition}</code>,
        <code>{actual ?? ''}</code>,
      ])}
      empty="Nothing was checked."
    />
  );
}

/** Every variable with its value, or why it has none. */
export function ExtractionTable({ extractions }: { readonly extractions: readonly ExtractionResult[] }) {
  return (
    <DataTable
      label="Extractions"
      columns={['Result', 'Variable', 'From', 'Value']}
      rows={extractions.map(({ variable, from, found, value, message }) => [
        <Mark isGood={found} good="found" bad="not found" />,
        <code>{variable}</code>,
        <code>{from}</code>,
        value === undefined ? (message ?? '') : <code>{value}</code>,
      ])}
      empty="This request extracts nothing."
    />
  );
}

/** Every reference with the value that replaced it. */
export function SubstitutionTable({ substitutions }: { readonly substitutions: readonly Substitution[] }) {
  return (
    <DataTable
      label="Substitutions"
      columns={['Variable', 'In', 'Value', 'From']}
      rows={substitutions.map((substitution) => [
        <code>{substitution.variable}</code>,
        formatLocation(substitution.location),
        <code>{substitution.value}</code>,
        describeSource(substitution),
      ])}
      empty="This request refers to no variable."
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
