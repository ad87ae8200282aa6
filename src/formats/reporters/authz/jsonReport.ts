/**
 * The JSON report: the stored result, which `authz replay` judges again, with its totals and the comparison
 * with a baseline. Its format number changes when a member changes its meaning or goes; members may be added.
 */
import { compareBaseline, type Baseline, type BaselineComparison } from '../../../core/authz/report/baseline';
import { writeAuthzResultText } from '../../../core/authz/report/authzResultFile';
import type { Coverage } from '../../../core/authz/report/coverage';
import type { AuthzResult } from '../../../core/authz/model/authzResult';
import { findingsOf, type Finding } from '../../../core/authz/report/findings';
import { countJudgements, countPasses } from '../../../core/authz/report/summary';
import { defined } from '../../../core/defined';
import type { AuthzReportContext } from './authzReport';
import { retestCommand } from './findingFacts';

/** What `chainwright authz run --json` writes. */
export interface AuthzJsonReport extends AuthzResult, Pick<AuthzReportContext, 'tool'> {
  readonly summary: ReturnType<typeof countJudgements>;
  /** Of the passed cells, how many rest on what. */
  readonly passes: ReturnType<typeof countPasses>;
  /** The gravest first. */
  readonly findings: readonly FindingMember[];
  /** Absent when nothing lists the operations of the API. */
  readonly coverage?: Coverage;
  /** Absent without a baseline. */
  readonly baseline?: BaselineMember;
}

interface FindingMember {
  readonly finding: string;
  readonly rule: string;
  readonly cwe: readonly number[];
  readonly owasp: readonly string[];
  /** Requirements of ASVS 5.0. */
  readonly asvs: readonly string[];
  /** Fault category of the Web Fuzzing Commons. */
  readonly fault?: number;
  /** As CVSS scores it. */
  readonly severity?: string;
  /** Their `cell.id`. */
  readonly cells: readonly string[];
  readonly retest: string;
}

interface BaselineMember {
  readonly cells: readonly (Pick<BaselineComparison['cells'][number], 'before' | 'change'> & {
    /** Its `cell.id`. */
    readonly cell: string;
  })[];
  readonly absent: BaselineComparison['absent'];
}

/**
 * Writes a result as JSON as it is stored, a line for each cell and exchange, and then the sums: a replay gives the
 * same bytes.
 */
export function renderAuthzJson(
  result: AuthzResult,
  { tool, baseline, coverage }: AuthzReportContext,
): string {
  const { cells } = result;
  const sums: Omit<AuthzJsonReport, keyof AuthzResult> = {
    tool,
    summary: countJudgements(result),
    passes: countPasses(result),
    findings: findingsOf(cells).map((finding) => findingMember(finding, result)),
    ...defined({ coverage, baseline: baseline && baselineMember(result, baseline) }),
  };
  return [...writeAuthzResultText(result, sums)].join('');
}

function findingMember(finding: Finding, result: AuthzResult): FindingMember {
  const { rule, cwe, asvs, fault } = finding.broken;
  return {
    finding: finding.sentence,
    rule: rule.id,
    cwe,
    owasp: rule.owasp,
    asvs,
    ...defined({ fault, severity: rule.severity }),
    cells: finding.cells.map(({ cell }) => cell.id),
    retest: retestCommand(finding, result),
  };
}

function baselineMember(result: AuthzResult, baseline: Baseline): BaselineMember {
  const { cells, absent }: BaselineComparison = compareBaseline(result, baseline);
  return {
    cells: cells.map(({ result: { cell }, before, change }) => ({
      cell: cell.id,
      change,
      ...defined({ before }),
    })),
    absent,
  };
}
