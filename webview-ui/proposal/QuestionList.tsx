/** The open questions, each with its answer and the lines of the files that it becomes. */
import { useId } from 'preact/hooks';
import type { ShownQuestion } from '../../src/protocol/proposalContract';
import { t } from '../ui/l10n';
import { TypedField } from './TypedField';
import { withValue } from './proposalState';

/** A group of fields for each question. */
export function QuestionList(props: {
  readonly questions: readonly ShownQuestion[];
  readonly onAnswer: (id: string, value: string) => void;
}) {
  const { questions, onAnswer } = props;
  return (
    <>
      {questions.map((question) => (
        <fieldset key={question.id} class="proposal-question">
          <legend>{question.text}</legend>
          <AnswerFields question={question} onAnswer={(value) => onAnswer(question.id, value)} />
          {question.lines.length > 0 && (
            <pre aria-label={t('Becomes')}>
              <code>{question.lines.join('\n')}</code>
            </pre>
          )}
        </fieldset>
      ))}
    </>
  );
}

function AnswerFields(props: {
  readonly question: ShownQuestion;
  readonly onAnswer: (value: string) => void;
}) {
  const { question, onAnswer } = props;
  const group = useId();
  const { kind, choices, answer, text } = question;
  if (kind === 'text') {
    return <TypedField label={text} value={answer} onType={onAnswer} />;
  }
  const given = new Set(kind === 'one' ? [answer] : answer.split(','));
  return (
    <div class="proposal-choices">
      {choices.map(({ value, title }) => (
        <label key={value}>
          <input
            type={kind === 'one' ? 'radio' : 'checkbox'}
            name={group}
            checked={given.has(value)}
            onChange={({ currentTarget }) =>
              onAnswer(kind === 'one' ? value : withValue(question, value, currentTarget.checked))
            }
          />
          <span>
            {kind === 'several' ? (
              <>
                {value} <span class="quiet">{title}</span>
              </>
            ) : (
              title
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
