/** The users of the matrix: names and roles to change, and how each signs in. */
import type { ProposalChoice, ShownUser } from '../../src/protocol/proposalContract';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { TypedField } from './TypedField';
import { withNewUser, withUser } from './proposalState';

/** The table, with a way to add a user below it. */
export function UserTable(props: {
  readonly choice: ProposalChoice;
  /** As they were proposed; none before that. */
  readonly proposed: readonly ShownUser[];
  readonly onChoose: (choice: ProposalChoice) => void;
}) {
  const { choice, proposed, onChoose } = props;
  return (
    <>
      <table class="proposal-users">
        <thead>
          <tr>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Role')}</th>
            <th scope="col">{t('Signs in')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {choice.users.map(({ name, role }, index) => (
            <tr key={index}>
              <td>
                <TypedField
                  label={t('Name of user {0}', index + 1)}
                  value={name}
                  onType={(text) => onChoose(withUser(choice, index, { name: text.trim() }))}
                />
              </td>
              <td>
                <TypedField
                  label={t('Role of {0}', name)}
                  value={role}
                  onType={(text) => onChoose(withUser(choice, index, { role: text.trim() }))}
                />
              </td>
              <td class="proposal-signs-in">
                {signInText(proposed.find((user) => user.name === name && user.role === role))}
              </td>
              <td>
                <IconButton
                  icon="trash"
                  name={t('Remove {0}', name)}
                  onPress={() => onChoose(withUser(choice, index, undefined))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        <button type="button" class="link" onClick={() => onChoose(withNewUser(choice))}>
          {t('Add user')}
        </button>{' '}
        {t('Two users of one role are tried on each other. Somebody without credentials is added.')}
      </p>
    </>
  );
}

function signInText(user: ShownUser | undefined): string {
  if (user === undefined) {
    return '';
  }
  const { login, credentials } = user;
  const values = credentials.map(({ name, value }) => `${name}: ${value}`).join(', ');
  if (login === undefined) {
    return values === '' ? t('Nothing that signs in was found.') : values;
  }
  return values === '' ? t('by {0}', login) : t('by {0}, {1}', login, values);
}
