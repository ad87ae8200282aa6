/** What the rows of a table of names and values are called. */
import { t } from '../ui/l10n';

/** What a row is. */
export type FieldThing = 'parameter' | 'header' | 'field';

/** The texts of a table. */
export interface ThingTexts {
  readonly all: string;
  /** The label of the place where all are one text, and the remark below it. */
  readonly allAsText: string;
  readonly howAsText: string;
  readonly add: string;
  /** A row without a name, by its number. */
  readonly unnamed: (number: number) => string;
  readonly nameOfNew: string;
  readonly nameOf: (number: number) => string;
  readonly valueOfNew: string;
}

/** The texts of a table of these things. */
export function thingTexts(thing: FieldThing): ThingTexts {
  switch (thing) {
    case 'parameter':
      return {
        all: t('Parameters'),
        allAsText: t('All parameters, a line each'),
        howAsText: t('One parameter a line, as name: value. A line that begins with # is switched off.'),
        add: t('Add parameter'),
        unnamed: (number) => t('parameter {0}', number),
        nameOfNew: t('Name of a new parameter'),
        nameOf: (number) => t('Name of parameter {0}', number),
        valueOfNew: t('Value of a new parameter'),
      };
    case 'header':
      return {
        all: t('Headers'),
        allAsText: t('All headers, a line each'),
        howAsText: t('One header a line, as name: value. A line that begins with # is switched off.'),
        add: t('Add header'),
        unnamed: (number) => t('header {0}', number),
        nameOfNew: t('Name of a new header'),
        nameOf: (number) => t('Name of header {0}', number),
        valueOfNew: t('Value of a new header'),
      };
    case 'field':
      return {
        all: t('Fields'),
        allAsText: t('All fields, a line each'),
        howAsText: t('One field a line, as name: value. A line that begins with # is switched off.'),
        add: t('Add field'),
        unnamed: (number) => t('field {0}', number),
        nameOfNew: t('Name of a new field'),
        nameOf: (number) => t('Name of field {0}', number),
        valueOfNew: t('Value of a new field'),
      };
  }
}
