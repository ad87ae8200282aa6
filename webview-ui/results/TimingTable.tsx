/** How long each phase of the exchange took, one after the other, and over which connection. */
import type { RecordedExchange } from '../../src/core/result/result';
import { describeConnection, humanDuration, phasesOf, type Phase } from '../../src/core/result/resultViews';
import { DataTable } from '../ui/DataTable';
import { SpanBar } from './SpanBar';
import './TimingTable.css';

/** The phases of an exchange as a waterfall. */
export function TimingTable({ exchange }: { readonly exchange: RecordedExchange | undefined }) {
  if (exchange === undefined) {
    return <p class="quiet">Nothing was sent.</p>;
  }
  const { connection, response, timings } = exchange;
  const phases = phasesOf(exchange);
  if (phases.length === 0 && timings.totalMs === 0) {
    return <p class="quiet">No timing data.</p>;
  }
  const ends = phases.map(({ startMs, durationMs }) => startMs + durationMs);
  const whole = Math.max(timings.totalMs, ...ends, 1);
  const part = (ms: number): number => (ms / whole) * 1000;
  return (
    <div class="timing">
      <DataTable
        label="Timing"
        columns={['Phase', 'Duration', 'When']}
        rows={[
          ...phases.map(({ name, startMs, durationMs }) => [
            PHASES[name],
            humanDuration(durationMs),
            <SpanBar span={{ start: part(startMs), length: Math.max(part(durationMs), 6) }} />,
          ]),
          ['Total', humanDuration(timings.totalMs), ''],
        ]}
        empty=""
      />
      <p class="quiet connection">
        {connection !== undefined && `Sent ${describeConnection(connection)}. `}
        {response !== undefined && `HTTP ${response.httpVersion}.`}
      </p>
    </div>
  );
}

const PHASES: Readonly<Record<Phase['name'], string>> = {
  DNS: 'DNS lookup',
  connect: 'Connecting',
  TLS: 'TLS handshake',
  waiting: 'First byte',
  download: 'Download',
};
