/** The findings of the analyzer in what is shown, with their fixes. */
import type { FormProblem } from '../../src/protocol/formView';
import { Icon } from '../ui/Icon';
import { t } from '../ui/l10n';
import { useForm } from './formContext';
import { placeWords } from './placeWords';
import './ProblemList.css';

const LOOKS = {
  error: { icon: 'error', colour: 'bad' },
  warning: { icon: 'warning', colour: 'doubtful' },
  info: { icon: 'info', colour: 'quiet' },
} as const;

/** The problems, each with its fixes. */
export function ProblemList(props: { readonly problems: readonly FormProblem[]; readonly revision: number }) {
  const { problems, revision } = props;
  const { session, isLocked } = useForm();
  return problems.length === 0 ? null : (
    <ul class="problems" aria-label={t('Problems')}>
      {problems.map(({ path, severity, message, fixes }, problem) => (
        <li key={problem}>
          <span class={LOOKS[severity].colour}>
            <Icon name={LOOKS[severity].icon} />
            <span class="spoken">{severityWord(severity)}</span>
          </span>
          <span class="problem-text">
            {placeWords(path) !== '' && <span class="quiet">{placeWords(path)}: </span>}
            {message}
          </span>
          <span class="problem-fixes">
            {!isLocked &&
              fixes.map((title, fix) => (
                <button
                  type="button"
                  class="link"
                  key={fix}
                  onClick={() => session.attempt(session.editor.fix(revision, problem, fix))}
                >
                  {title}
                </button>
              ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function severityWord(severity: FormProblem['severity']): string {
  switch (severity) {
    case 'error':
      return t('error');
    case 'warning':
      return t('warning');
    case 'info':
      return t('info');
  }
}
