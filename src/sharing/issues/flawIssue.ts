/** The issue about a flaw that an authorization matrix found. */
import type { AuthzResult, CellResult } from '../../core/authz/model/authzResult';
import { brokenRule, standardEntries } from '../../core/authz/report/brokenRule';
import { severityOf, severityWords } from '../../core/authz/report/findingRules';
import { verdictSentence } from '../../core/authz/report/explain/verdictSentence';
import { isFailure } from '../../core/authz/model/verdict';
import { humanTime } from '../../core/result/resultViews';
import { attackOf, someEvidence } from '../../formats/reporters/authz/cellFacts';
import { exchangeSections } from './exchangeText';
import { draftOf, shortListing, type DraftContext, type IssueContent, type IssueDraft } from './issueDraft';
import { codeSpan } from './issueText';

/** A cell with its verdict and the run it is of; everything is masked. */
export interface Flaw {
  readonly result: AuthzResult;
  readonly cell: CellResult;
  /** `orders.authz.json:21:5`; absent when the file is not at hand. */
  readonly place?: string;
}

/** Whether a cell is something to raise: a failure that nobody waived. */
export function isFlaw({ class: outcome }: Pick<CellResult, 'class'>): boolean {
  return isFailure(outcome);
}

/** The draft about a flaw. */
export function flawIssue(flaw: Flaw, context: DraftContext): IssueDraft {
  return draftOf(flawContent(flaw), context);
}

/** What an issue says of a flaw. */
export function flawContent({ result, cell, place }: Flaw): IssueContent {
  const broken = brokenRule(cell, result.cells);
  const sentence = verdictSentence(cell);
  const exchange = attackOf(cell, result.exchanges)?.exchange;
  const severity = broken === undefined ? undefined : severityOf(broken.rule);
  return {
    title: `Authorization: ${sentence}`,
    happened: `${codeSpan(sentence)}.`,
    ...(broken === undefined ? {} : { meaning: `${broken.rule.meaning} ${broken.rule.advice}` }),
    facts: [
      ['Severity', broken === undefined ? undefined : severityWords(broken.rule)],
      ['Weakness', broken === undefined ? undefined : standardEntries(broken).join(', ')],
      ['Operation', `${cell.cell.operation} (${cell.cell.method} ${cell.cell.path})`],
      ['Caller', `${cell.cell.caller} (${cell.cell.callerRole})`],
      ['Owner', cell.cell.owner],
      ['Verdict', cell.class],
      ['Matrix', place ?? result.matrix.file],
      ['Cell', cell.cell.id],
      ['Environment', result.environment],
      ['Run', humanTime(result.startedAt)],
    ],
    sections: [
      { title: 'Expected', language: 'text', text: expectedText(cell) },
      {
        title: 'Actual',
        language: 'text',
        text: shortListing([...cell.reasons, ...someEvidence(cell)].join('\n')),
      },
      ...(exchange === undefined ? [] : exchangeSections(exchange)),
    ],
    labels: ['security', ...(severity === undefined ? [] : [`severity:${severity}`])],
    identity: ['flaw', result.matrix.file, cell.fingerprint, broken?.rule.id ?? cell.class],
  };
}

function expectedText({ class: outcome, cell: { caller } }: CellResult): string {
  return outcome === 'OVER_RESTRICTED'
    ? `${caller} is granted this and gets it.`
    : `${caller} is refused with 403 or 404, and learns and changes nothing.`;
}
