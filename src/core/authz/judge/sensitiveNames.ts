/** Names of members that nobody wants to show by accident: credentials, and what identifies or pays for people. */
import { isCredentialName } from '../../masking/credentialNames';

/** Whether the last name of a JSON pointer, or a name, says that its value is sensitive. */
export function isSensitiveName(pointer: string): boolean {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
  return isCredentialName(name) || PERSONAL.test(words.trim());
}

const PERSONAL =
  /^hash$|(?:^| )(?:salt|ssn|social ?security(?: (?:no|number))?|tax ?(?:id|number)|passport(?: (?:no|number))?|iban|credit ?card(?: number)?|card ?number)$/;
