/** The field of the chosen request's name, which keys of the list lead to. */

/** The element. */
export const NAME_FIELD = 'request-name';

/** Moves the focus into it and selects what it holds. */
export function focusName(): void {
  const field = document.getElementById(NAME_FIELD);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}
