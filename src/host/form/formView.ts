/** Type of the form editor, for opening and restoring it. */
export const FORM_VIEW = 'chainwright.form';
