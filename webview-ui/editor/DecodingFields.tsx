/** Decoding of what an extraction found: a text may carry the value inside. */
import { t } from '../ui/l10n';
import { ChoiceField } from './ChoiceRow';
import { ReferenceField } from './ReferenceField';
import { DECODINGS, decodingOf, withDecoding } from './extractionFields';
import { settingOf, textOrNothing } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { textAt, valueAt, type FormPath } from './formValue';

/** How the text is decoded, and where the value is in it. */
export function DecodingFields({ place, number }: { readonly place: FormPath; readonly number: number }) {
  const { shown } = useForm();
  const edit = useEdit();
  const as = decodingOf(valueAt(shown, place) ?? null);
  const path = [...place, 'decode', 'path'];
  return (
    <>
      <ChoiceField
        label={t('Decoding of extraction {0}', number)}
        value={as}
        choices={DECODINGS}
        onChoose={(chosen) =>
          edit((document) =>
            settingOf(document, place, withDecoding(valueAt(document, place) ?? null, chosen)),
          )
        }
      />
      {as !== 'none' && (
        <ReferenceField
          label={t('Path in the decoded value of extraction {0}', number)}
          placeholder={t('JSONPath, or empty for everything')}
          text={textAt(shown, path)}
          path={path}
          onText={(text) => edit((document) => textOrNothing(document, path, text), 'typed')}
        />
      )}
    </>
  );
}
