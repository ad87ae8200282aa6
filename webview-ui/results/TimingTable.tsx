/** How long each phase of the exchange took, one after the other, and over which connection. */
import type { RecordedExchange } from '../../src/core/result/result';
import { describeConnection, humanDuration, phasesOf, type Phase } from '../../src/core/result/resultViews';
import { DataTable } from '../ui/DataTable';
import { say, t } from '../ui/l10n';
import { SpanBar } from './SpanBar';
import './TimingTable.css';

/** The phases of an exchange as a waterfall. */
export function TimingTable({ exchange }: { readonly exchange: RecordedExchange | undefined }) {
  if (exchange === undefined) {
    return <p class="quiet">{t('Nothing was sent.')}</p>;
  }
  const { connection, response, timings } = exchange;
  const phases = phasesOf(exchange);
  if (phases.length === 0 && timings.totalMs === 0) {
    return <p class="quiet">{t('No timing data.')}</p>;
  }
  const ends = phases.map(({ startMs, durationMs }) => startMs + durationMs);
  const whole = Math.max(timings.totalMs, ...ends, 1);
  const part = (ms: number): number => (ms / whole) * 1000;
  return (
    <div class="timing">
      <DataTable
        label={t('Timing')}
        columns={[t('Phase'), t('Duration'), t('When')]}
        rows={[
          ...phases.map(({ name, startMs, durationMs }) => [
            phaseName(name),
            humanDuration(durationMs),
            <SpanBar span={{ start: part(startMs), length: Math.max(part(durationMs), 6) }} />,
          ]),
          [t('Total'), humanDuration(timings.totalMs), ''],
        ]}
        empty=""
      />
      <p class="quiet connection">
        {connection !== undefined && `${t('Sent {0}.', describeConnection(connection, say))} `}
        {response !== undefined && t('HTTP {0}.', response.httpVersion)}
      </p>
    </div>
  );
}

function phaseName(name: Phase['name']): string {
  switch (name) {
    case 'DNS':
      return t('DNS lookup');
    case 'connect':
      return t('Connecting');
    case 'TLS':
      return t('TLS handshake');
    case 'waiting':
      return t('First byte');
    case 'download':
      return t('Download');
  }
}
