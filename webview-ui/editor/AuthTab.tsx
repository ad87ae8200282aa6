/** How a request, or a chain, proves who sends it: the kind, and the fields of that kind. */
import { t } from '../ui/l10n';
import { ChoiceRow } from './ChoiceRow';
import { TextRow } from './TextRow';
import { AUTH_TYPES, authAfter, authFields, type AuthField } from './authFields';
import { settingOf } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { objectAt, textAt, valueAt } from './formValue';

/** The authentication. `fallback` is what its absence means: a chain has nothing to inherit from. */
export function AuthTab({ fallback }: { readonly fallback: 'inherit' | 'none' }) {
  const { shown } = useForm();
  const edit = useEdit();
  const auth = objectAt(shown, ['auth']);
  const type = textAt(auth, ['type']) || fallback;
  return (
    <>
      <ChoiceRow
        label={t('Type')}
        value={type}
        choices={AUTH_TYPES.filter(([known]) => known !== 'inherit' || fallback === 'inherit')}
        hint={fallback === 'none' ? t('Requests take this unless they say otherwise.') : undefined}
        onChoose={(chosen) =>
          edit((document) => {
            const before = valueAt(document, ['auth']);
            const now = chosen === fallback ? undefined : authAfter(before, { type: chosen });
            return settingOf(document, ['auth'], now);
          })
        }
      />
      {authFields(auth).map((field) => (
        <AuthRow field={field} key={`${type} ${field.member}`} />
      ))}
    </>
  );
}

function AuthRow({ field }: { readonly field: AuthField }) {
  const { shown } = useForm();
  const edit = useEdit();
  const { member, label, isNeeded = false, isSecret = false, choices, placeholder } = field;
  const path = ['auth', member];
  if (choices !== undefined) {
    const usual = choices[0]?.[0] ?? '';
    const choose = (chosen: string): void =>
      edit((document) =>
        member === 'grant'
          ? settingOf(
              document,
              ['auth'],
              authAfter(valueAt(document, ['auth']), { type: 'oauth2', grant: chosen }),
            )
          : settingOf(document, path, chosen === usual && !isNeeded ? undefined : chosen),
      );
    return (
      <ChoiceRow label={label} value={textAt(shown, path) || usual} choices={choices} onChoose={choose} />
    );
  }
  const isPlain = isSecret && isLiteral(textAt(shown, path));
  return (
    <TextRow
      label={label}
      path={path}
      isNeeded={isNeeded}
      placeholder={placeholder ?? (isSecret ? '{{$secret name}}' : '')}
      hint={
        isPlain
          ? t('It is stored in the file as plain text. Store it as a secret: {{$secret name}}.')
          : undefined
      }
    />
  );
}

/** Whether a text is written out, without any reference. */
function isLiteral(text: string): boolean {
  return text !== '' && !text.includes('{{');
}
