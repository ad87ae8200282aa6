/** The requests on the way to a verdict, in the order they were sent. */
import { stepWords } from '../../src/core/authz/report/explain/evidenceText';
import type { Signals } from '../../src/core/authz/model/verdict';
import type { EvidenceStep } from '../../src/protocol/authzPanel';
import { engineText, say, t } from '../ui/l10n';
import { answerWords } from './words';
import './StepTable.css';

/** The steps, a line each; the attack is highlighted. Explicit roles, as a narrow pane does not lay rows out as a table. */
export function StepTable({
  steps,
  signals,
}: {
  readonly steps: readonly EvidenceStep[];
  readonly signals: Signals | undefined;
}) {
  if (steps.length === 0) {
    return <p class="quiet evidence-reason">{t('Nothing was sent.')}</p>;
  }
  return (
    <table class="steps" role="table" aria-label={t('Steps')}>
      <thead class="spoken">
        <tr>
          <th scope="col">{t('Step')}</th>
          <th scope="col">{t('User')}</th>
          <th scope="col">{t('Request')}</th>
          <th scope="col">{t('Answer')}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, index) => (
          <tr key={index} role="row" class={step.step === 'attack' ? 'steps-attack' : undefined}>
            <td role="cell">
              <span class="steps-number">{index + 1}</span> {stepWords(step.step, say)}
            </td>
            <td role="cell">{step.user}</td>
            <td role="cell">
              <code>
                {step.method} {step.target}
              </code>
            </td>
            <td role="cell" title={step.failure === undefined ? undefined : engineText(step.failure)}>
              {answerWords(step, signals)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
