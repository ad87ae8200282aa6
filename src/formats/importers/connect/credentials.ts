/** What users sign in with and are known by, as variables: each user of a matrix has values of their own. */
import { wordsOf } from '../../../core/authz/matrix/splitWords';
import type { WrittenAuth } from '../../../core/files/writtenChain';
import type { JsonValue } from '../../../core/json/json';
import { camelCase } from '../../../core/language/nameWords';
import { isCredentialName } from '../../../core/masking/credentialNames';
import { proposeSecretName } from '../../../core/permission/secretNames';
import type { ImportedVariable } from '../shape/imported';
import { bodyMembers, type BodyMember } from './bodyMembers';
import type { DescribedOperation } from './describedApi';
import { identifiesUser, isPassword, TOKEN_VARIABLE, type SignIn } from './findSignIn';

/** Variables in the place of the secrets and examples of a description: each user has values of their own. */
export class Credentials {
  readonly variables = new Map<string, ImportedVariable>();

  constructor(
    private readonly signIn: SignIn | undefined,
    private readonly isByCookie: boolean,
  ) {}

  /** An authentication that uses the token of the user, or what the user has instead; absent where a cookie does. */
  replace(auth: WrittenAuth): WrittenAuth | undefined {
    if (this.signIn !== undefined && this.signIn.token === undefined && this.isByCookie) {
      return auth.type === 'none' ? auth : undefined;
    }
    if (this.signIn === undefined) {
      return this.withOwnSecrets(auth);
    }
    switch (auth.type) {
      case 'bearer':
        return { ...auth, token: `{{${TOKEN_VARIABLE}}}` };
      case 'apiKey':
        return {
          ...auth,
          value:
            auth.name.toLowerCase() === 'authorization'
              ? `Bearer {{${TOKEN_VARIABLE}}}`
              : `{{${TOKEN_VARIABLE}}}`,
        };
      case 'oauth2':
        return { type: 'bearer', token: `{{${TOKEN_VARIABLE}}}` };
      default:
        return this.withOwnSecrets(auth);
    }
  }

  /** A member of the body that signs in: what differs between users is a variable. */
  ofSignIn({ name, value }: BodyMember): JsonValue {
    if (!isPassword(name) && !(typeof value === 'string' && identifiesUser(name))) {
      return value;
    }
    const variable = camelName(name);
    const secret = proposeSecretName([], variable, new Set());
    const own = isPassword(name) ? `{{$secret ${secret}}}` : value;
    this.variables.set(variable, { name: variable, value: own, isSecret: false });
    return `{{${variable}}}`;
  }

  /** A credential that is set, which nothing else needs to know: another one each time. */
  set({ name, value }: BodyMember): JsonValue {
    return typeof value === 'string' && isCredentialName(name) ? 'Pw1-{{$uuid}}' : value;
  }

  /** Who registers takes what the same person signs in with. */
  inRegistration(name: string, { request }: DescribedOperation): string | undefined {
    const members = bodyMembers(request.request.body);
    const isRegistration =
      request.request.method === 'POST' && members.some((member) => isPassword(member.name));
    const signsIn = bodyMembers(this.signIn?.operation.request.request.body).some(
      (member) => member.name === name && (isPassword(name) || identifiesUser(name)),
    );
    return isRegistration && signsIn ? `{{${camelName(name)}}}` : undefined;
  }

  private withOwnSecrets(auth: WrittenAuth): WrittenAuth {
    const members = Object.entries(auth).map(([name, value]): [string, unknown] => {
      const secret =
        typeof value === 'string' ? /^\{\{\$secret ([A-Z0-9_]+)\}\}$/.exec(value)?.[1] : undefined;
      if (secret === undefined) {
        return [name, value];
      }
      const variable = camelCase(wordsOf(secret));
      this.variables.set(variable, { name: variable, value: `{{$secret ${secret}}}`, isSecret: false });
      return [name, `{{${variable}}}`];
    });
    return Object.fromEntries(members) as WrittenAuth;
  }
}

/** A name that a variable can have, as it is written. */
function camelName(name: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(name) ? name : camelCase(wordsOf(name));
}
