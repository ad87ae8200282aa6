/** A labelled line of the form: its label at the left, its field at the right, a remark below. */
import type { ComponentChildren } from 'preact';
import './FormRow.css';

/** The line; `id` names the label for the field. */
export function FormRow(props: {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly children: ComponentChildren;
}) {
  const { id, label, hint, problem, children } = props;
  return (
    <div class="form-row">
      <span class="form-label" id={id}>
        {label}
      </span>
      <div class="form-control">
        {children}
        {problem !== undefined && <p class="bad">{problem}</p>}
        {hint !== undefined && <p class="quiet">{hint}</p>}
      </div>
    </div>
  );
}
