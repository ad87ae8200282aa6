/** How a request, or a chain, proves who sends it: the kind, and the fields of that kind. */
import { REQUEST, below } from '../../src/core/files/writtenPath';
import { t } from '../ui/l10n';
import { ChoiceRow } from './ChoiceRow';
import { TextRow } from './TextRow';
import { AUTH_TYPES, GRANTS, authAfter, authFields, type AuthField } from './authFields';
import { useMember } from './useMember';

/** In a request as in the settings of a chain. */
const AUTH = below(REQUEST, 'auth');

/** The authentication. `fallback` is what its absence means: a chain has nothing to inherit from. */
export function AuthTab({ fallback }: { readonly fallback: 'inherit' | 'none' }) {
  const { object: auth, change } = useMember(AUTH);
  const type = useMember(below(AUTH, 'type')).text || fallback;
  return (
    <>
      <ChoiceRow
        label={t('Type')}
        value={type}
        choices={AUTH_TYPES.filter(([known]) => known !== 'inherit' || fallback === 'inherit')}
        hint={fallback === 'none' ? t('Requests take this unless they say otherwise.') : undefined}
        onChoose={(chosen) =>
          change((before) => (chosen === fallback ? undefined : authAfter(before, { type: chosen })))
        }
      />
      {authFields(auth).map((field) => (
        <AuthRow field={field} key={`${type} ${field.member}`} />
      ))}
    </>
  );
}

function AuthRow({ field }: { readonly field: AuthField }) {
  const { member, label, isNeeded = false, isSecret = false, choices, placeholder } = field;
  const path = below(AUTH, member);
  const { text, set } = useMember(path);
  if (member === 'grant') {
    return <GrantRow label={label} value={text} />;
  }
  if (choices !== undefined) {
    const usual = choices[0]?.[0] ?? '';
    return (
      <ChoiceRow
        label={label}
        value={text || usual}
        choices={choices}
        onChoose={(chosen) => set(chosen === usual && !isNeeded ? undefined : chosen)}
      />
    );
  }
  return (
    <TextRow
      label={label}
      path={path}
      isNeeded={isNeeded}
      placeholder={placeholder ?? (isSecret ? '{{$secret name}}' : '')}
      hint={
        isSecret && isLiteral(text)
          ? t('It is stored in the file as plain text. Store it as a secret: {{$secret name}}.')
          : undefined
      }
    />
  );
}

/** The grant, which decides on further fields. */
function GrantRow({ label, value }: { readonly label: string; readonly value: string }) {
  const { change } = useMember(AUTH);
  return (
    <ChoiceRow
      label={label}
      value={value || 'clientCredentials'}
      choices={GRANTS}
      onChoose={(grant) => change((before) => authAfter(before, { type: 'oauth2', grant }))}
    />
  );
}

/** Whether a text is written out, without any reference. */
function isLiteral(text: string): boolean {
  return text !== '' && !text.includes('{{');
}
