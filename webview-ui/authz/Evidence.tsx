/** Why a cell came to its verdict: what was tried, the steps that were taken, and what they showed. */
import type { Ref } from 'preact';
import { changeWords, leakWords } from '../../src/core/authz/report/explain/evidenceText';
import { isFailure } from '../../src/core/authz/model/verdict';
import type { CellEvidence } from '../../src/protocol/authzPanel';
import { IssueLinks } from '../ui/IssueLinks';
import { engineText, say, t } from '../ui/l10n';
import { AttackMessages } from './AttackMessages';
import { StepTable } from './StepTable';
import { colourOf } from './words';
import './Evidence.css';

/** What the person can do with a cell. */
export interface EvidenceActions {
  readonly onRun: () => void;
  readonly onCopyCurl: () => void;
  readonly onRaiseIssue: () => void;
  readonly onOpenIssue: () => void;
  readonly onReveal: (link: number) => void;
  readonly onLeave: () => void;
}

/** The evidence of one cell; Escape leaves it. */
export function Evidence(props: {
  readonly evidence: CellEvidence;
  /** During a run no other can begin. */
  readonly isRunning: boolean;
  readonly headline: Ref<HTMLHeadingElement>;
  readonly actions: EvidenceActions;
}) {
  const { evidence, isRunning, headline, actions } = props;
  const { title, facts, result, steps, attack } = evidence;
  return (
    <article
      class="evidence"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          actions.onLeave();
        }
      }}
    >
      <h2 class={colourOf(result.class, result.cell.kind)} ref={headline} tabIndex={-1}>
        {title}
      </h2>
      <p class="quiet">{facts.join(' · ')}</p>
      {result.reasons.map((reason) => (
        <p class="evidence-reason" key={reason}>
          {reason}
        </p>
      ))}
      {steps === undefined ? (
        <p class="quiet evidence-reason">{t('The steps follow when the run has ended.')}</p>
      ) : (
        <StepTable steps={steps} signals={result.signals} />
      )}
      <Proofs title={t('Found in the answer')} proofs={result.leaks.map((leak) => leakWords(leak, say))} />
      <Proofs title={t('Changed')} proofs={result.changes.map((change) => changeWords(change, say))} />
      <Proofs title={t('Also')} proofs={result.secondary.map(({ message }) => engineText(message))} />
      {attack !== undefined && <AttackMessages attack={attack} />}
      <Links evidence={evidence} isRunning={isRunning} actions={actions} />
    </article>
  );
}

function Links(props: {
  readonly evidence: CellEvidence;
  readonly isRunning: boolean;
  readonly actions: EvidenceActions;
}) {
  const { evidence, isRunning, actions } = props;
  return (
    <p class="evidence-links">
      {evidence.attack !== undefined && (
        <button type="button" class="link" onClick={actions.onCopyCurl}>
          {t('Copy as cURL')}
        </button>
      )}
      {!isRunning && (
        <button type="button" class="link" onClick={actions.onRun}>
          {t('Run this cell')}
        </button>
      )}
      {!isRunning && isFlaw(evidence) && (
        <IssueLinks
          issue={evidence.issue}
          onOpenIssue={actions.onOpenIssue}
          onRaiseIssue={actions.onRaiseIssue}
        />
      )}
      {evidence.links.map((text, link) => (
        <button type="button" class="link" key={text} onClick={() => actions.onReveal(link)}>
          {text}
        </button>
      ))}
    </p>
  );
}

function isFlaw({ result }: CellEvidence): boolean {
  return isFailure(result.class);
}

/** The first of a list; a flaw in a list of many objects would else push everything else out of view. */
function Proofs({ title, proofs }: { readonly title: string; readonly proofs: readonly string[] }) {
  if (proofs.length === 0) {
    return null;
  }
  const more = proofs.slice(PROOFS_AT_ONCE);
  return (
    <section class="evidence-proofs">
      <h3>{title}</h3>
      <ProofList proofs={proofs.slice(0, PROOFS_AT_ONCE)} />
      {more.length > 0 && (
        <details data-place={title}>
          <summary>{t('{0} more', more.length)}</summary>
          <ProofList proofs={more} />
        </details>
      )}
    </section>
  );
}

const PROOFS_AT_ONCE = 5;

function ProofList({ proofs }: { readonly proofs: readonly string[] }) {
  return (
    <ul>
      {proofs.map((proof) => (
        <li key={proof}>
          <code>{proof}</code>
        </li>
      ))}
    </ul>
  );
}
