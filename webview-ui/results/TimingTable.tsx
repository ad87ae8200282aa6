/** How long each phase of the exchange took, and over which connection. */
import type { RecordedExchange } from '../../src/core/result';
import { describeConnection } from '../../src/core/resultViews';
import { DataTable } from '../ui/DataTable';
import { describeTimings } from './describe';

/** The phases of an exchange. */
export function TimingTable({ exchange }: { readonly exchange: RecordedExchange | undefined }) {
  if (exchange === undefined) {
    return <p class="quiet">Nothing was sent.</p>;
  }
  const { connection, response, timings } = exchange;
  return (
    <>
      <DataTable
        label="Timing"
        columns={['Phase', 'Duration']}
        rows={describeTimings(timings)}
        empty="Nothing was measured."
      />
      <p class="quiet connection">
        {connection !== undefined && `Sent ${describeConnection(connection)}. `}
        {response !== undefined && `HTTP ${response.httpVersion}.`}
      </p>
    </>
  );
}
