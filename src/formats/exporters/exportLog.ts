/** Remarks of exporters about the whole and about each request, for the report. */
import { oneLine } from '../../core/shownText';
import type { ChainRequest } from '../../core/model';
import type { ExportedChain } from './exportedChain';
import type { ExportReport } from './exportReport';

/** Tells a sentence. */
export type Remark = (sentence: string) => void;

/** Takes remarks. */
export interface ExportLog {
  /** Tells what cannot be said of the whole. */
  readonly whole: Remark;
  /** Tells what cannot be said of a request. */
  readonly of: (request: ChainRequest) => Remark;
  /** Says why a request is not in the file. */
  readonly leaveOut: (request: ChainRequest, reason: string) => void;
  /** Says that a secret is asked for under a name. */
  readonly secret: (name: string) => void;
}

/** A log, and the report made from it. */
export interface ReportedLog extends ExportLog {
  readonly report: (format: string) => ExportReport;
}

/** Begins without remarks but those of the chain itself. */
export function createExportLog(chain: ExportedChain): ReportedLog {
  const whole = new Set(chain.remarks);
  const byRequest = new Map<ChainRequest, Set<string>>();
  const leftOut = new Map<ChainRequest, string>();
  const secrets = new Set<string>();
  const remarksOf = (request: ChainRequest): Set<string> => {
    const remarks = byRequest.get(request) ?? new Set<string>();
    byRequest.set(request, remarks);
    return remarks;
  };
  return {
    whole: (sentence) => whole.add(sentence),
    of: (request) => (sentence) => remarksOf(request).add(sentence),
    leaveOut: (request, reason) => leftOut.set(request, reason),
    secret: (name) => secrets.add(name),
    report: (format) => ({
      formatVersion: 1,
      source: chain.file,
      format,
      requests: chain.parts.flatMap(({ file, requests }) =>
        requests.map((request) => ({
          name: oneLine(request.name),
          id: request.id,
          file,
          ...(leftOut.has(request) ? { leftOut: leftOut.get(request) ?? '' } : {}),
          remarks: [...remarksOf(request)],
        })),
      ),
      remarks: [...whole],
      secrets: [...secrets],
      undefinedVariables: chain.undefinedVariables,
    }),
  };
}
