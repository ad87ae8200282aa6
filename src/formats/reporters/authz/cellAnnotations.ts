/** The cells of a matrix that did not pass, as annotations of the rules that they break. */
import type { AuthzResult } from '../../../core/authz/model/authzResult';
import { countsAsDenied, isFailure, judgementOf } from '../../../core/authz/model/verdict';
import { cellTitle } from '../../../core/authz/report/explain/evidenceText';
import { verdictSentence } from '../../../core/authz/report/explain/verdictSentence';
import type { Annotation } from '../annotations';
import type { AuthzReportContext } from './authzReport';
import { runFacts, shortFacts, someEvidence, type CellFacts } from './cellFacts';
import { mainPlace } from './places';

/** New flaws are errors; known ones, cells that show nothing, and refusals by another code than 403 and 404 warn. */
export function cellAnnotations(result: AuthzResult, context: AuthzReportContext): readonly Annotation[] {
  return runFacts(result, context)
    .cells.filter(isShown)
    .map((facts) => annotation(facts, result.matrix.file));
}

function isShown({ result }: CellFacts): boolean {
  switch (judgementOf(result.class)) {
    case 'flaw':
    case 'restricted':
    case 'inconclusive':
      return true;
    case 'denied':
      return countsAsDenied(result);
    case 'pass':
    case 'open':
      return false;
  }
}

function annotation(facts: CellFacts, file: string): Annotation {
  const { result, places, compared } = facts;
  const isNew = compared === undefined || compared.change !== 'unchanged';
  return {
    severity: isFailure(result.class) && isNew ? 'error' : 'warning',
    place: (places === undefined ? undefined : mainPlace(places)) ?? { file },
    title: cellTitle(result.cell),
    message: [
      verdictSentence(result),
      shortFacts(facts).join(' · '),
      ...result.reasons,
      ...someEvidence(result),
    ].join('\n'),
    check: result.class,
    key: result.fingerprint,
  };
}
