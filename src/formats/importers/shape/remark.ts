/**
 * Remarks of an import: what of the source is another thing in the chain, one sentence each. The place that makes a remark
 * says how much it matters. A plain text is about what is sent, which matters most.
 */

/** A sentence, and how much it matters unless it is about what is sent. */
export type Remark = string | LesserRemark;

interface LesserRemark {
  readonly severity: Exclude<Severity, 'sent'>;
  readonly text: string;
}

/**
 * `sent`: it changes what is sent, or what later requests get from a response. `check`: a check was lost. `documentation`:
 * neither, for what the source says besides, or would allow.
 */
export type Severity = (typeof severities)[number];

/** From what matters most. */
export const severities = ['sent', 'check', 'documentation'] as const;

/** A remark on a check that the chain does not have. */
export function lostCheck(text: string): Remark {
  return { severity: 'check', text };
}

/** A remark on what changes neither what is sent nor what is checked. */
export function documentation(text: string): Remark {
  return { severity: 'documentation', text };
}

/** A remark as reports have it. */
export interface ReportedRemark {
  readonly severity: Severity;
  readonly text: string;
}

/** The remark as reports have it. */
export function reportedRemark(remark: Remark): ReportedRemark {
  return { severity: severityOf(remark), text: remarkText(remark) };
}

/** Equal remarks as one with their number, those first that matter most. */
export function foldRemarks(
  remarks: readonly ReportedRemark[],
): readonly (ReportedRemark & { readonly count: number })[] {
  const counts = new Map<string, ReportedRemark & { count: number }>();
  for (const { severity, text } of remarks) {
    const known = counts.get(`${severity} ${text}`) ?? { severity, text, count: 0 };
    known.count += 1;
    counts.set(`${severity} ${text}`, known);
  }
  const folded = [...counts.values()];
  return severities.flatMap((severity) => folded.filter((one) => one.severity === severity));
}

/** How many remarks matter how much. */
export function countSeverities(remarks: readonly ReportedRemark[]): Readonly<Record<Severity, number>> {
  const count = (severity: Severity): number => remarks.filter((one) => one.severity === severity).length;
  return { sent: count('sent'), check: count('check'), documentation: count('documentation') };
}

/** How much a remark matters. */
export function severityOf(remark: Remark): Severity {
  return typeof remark === 'string' ? 'sent' : remark.severity;
}

/** The sentence of a remark. */
export function remarkText(remark: Remark): string {
  return typeof remark === 'string' ? remark : remark.text;
}

/** The remark with the name of what it is about, which `named` puts in front of its sentence. */
export function remarkOn(named: (sentence: string) => string, remark: Remark): Remark {
  return typeof remark === 'string' ? named(remark) : { ...remark, text: named(remark.text) };
}
