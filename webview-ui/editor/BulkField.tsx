/** Rows of names and values as one text. */
import { t } from '../ui/l10n';
import { ReferenceField } from './ReferenceField';
import { bulkEdits, bulkRows, bulkText, rowsOf, type FieldPath } from './bulkText';
import { thingTexts, type FieldThing } from './fieldThings';
import { useEdit, useForm } from './formContext';
import { listAt } from './formValue';
import { useKeptText } from './useKeptText';

/** The text of a list of rows. */
export function BulkField({ path, thing }: { readonly path: FieldPath; readonly thing: FieldThing }) {
  const { shown } = useForm();
  const edit = useEdit();
  const rows = bulkRows(listAt(shown, path)) ?? [];
  const [text, keep] = useKeptText({
    path,
    value: bulkText(rows),
    usual: (typed) => bulkText(rowsOf(typed)),
  });
  return (
    <div class="bulk-field">
      <ReferenceField
        label={thingTexts(thing).allAsText}
        text={text}
        path={path}
        lines={8}
        placeholder={t('Name: value')}
        onText={(typed) => {
          keep(typed);
          edit((document) => bulkEdits(document, path, rowsOf(typed)), 'typed');
        }}
      />
      <p class="quiet">{thingTexts(thing).howAsText}</p>
    </div>
  );
}
