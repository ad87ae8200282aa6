/**
 * What the findings of a matrix are called in the world outside: rules with severities and the entries of CWE,
 * OWASP API Security 2023, ASVS 5.0 and WSTG that they belong to (specification §3).
 *
 * Ids never change: alerts and dismissals of other tools hang on them. CWE-285, which OWASP names for all of
 * these, is a class that MITRE discourages for findings; reports show it as the parent of 639, 862 and 863 only.
 */

/** A kind of finding. */
export interface FindingRule {
  /** `authz/bola-read`. */
  readonly id: string;
  /** In Pascal case, as SARIF wants it. */
  readonly name: string;
  readonly level: 'error' | 'warning' | 'note';
  /** As CVSS scores it, `0.0` to `10.0`; absent for what does not concern security. */
  readonly severity?: string;
  /** One sentence each: what is wrong, what it means, what to do. */
  readonly summary: string;
  readonly meaning: string;
  readonly advice: string;
  /** Numbers of weaknesses, the most fitting first. */
  readonly cwe: readonly number[];
  /** `API1:2023`. */
  readonly owasp: readonly string[];
  /** Requirements of ASVS 5.0: `8.2.2`. */
  readonly asvs: readonly string[];
  /** Tests of the Web Security Testing Guide: `ATHZ-04`. */
  readonly wstg: readonly string[];
}

/** The ratings of CVSS 3.1 §5. */
export type Severity = 'low' | 'medium' | 'high' | 'critical';

/** How grave a rule is; absent for what does not concern security. */
export function severityOf({ severity }: FindingRule): Severity | undefined {
  if (severity === undefined) {
    return undefined;
  }
  const score = Number(severity);
  return score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';
}

/** `high (7.5)`; absent for what does not concern security. */
export function severityWords(rule: FindingRule): string | undefined {
  const severity = severityOf(rule);
  return severity === undefined ? undefined : `${severity} (${rule.severity ?? ''})`;
}

/** Names of all rules. */
export type RuleName =
  | 'bola-read'
  | 'bola-write'
  | 'bola-delete'
  | 'bfla'
  | 'anonymous'
  | 'list-leak'
  | 'owner-assignment'
  | 'denied-but-leaks'
  | 'accepted-unproven'
  | 'id-ignored'
  | 'soft-deny'
  | 'nonstandard-deny'
  | 'over-restricted'
  | 'hidden-property'
  | 'token-unverified'
  | 'identity-header'
  | 'token-not-ended'
  | 'undescribed-member'
  | 'undescribed-secret'
  | 'token-expired';

const OBJECT_ADVICE =
  'Compare the owner of the object with the user of the session wherever the object is looked up, and answer 403 or 404 before any of its data is read or changed.';
const STATUS_ADVICE =
  'Answer 403, or 404 where the existence of the object is hidden, so that clients and tests can recognize a refusal.';

const OBJECT = { owasp: ['API1:2023'], asvs: ['8.2.2'], wstg: ['ATHZ-04'] } as const;
const FUNCTION = { owasp: ['API5:2023'], asvs: ['8.2.1'], wstg: ['ATHZ-02'] } as const;
const EXPOSURE = {
  advice:
    'Choose the properties of an answer one by one instead of sending the whole object, and list those in the description that are meant to be shown.',
  cwe: [213, 200],
  owasp: ['API3:2023'],
  asvs: ['15.3.1'],
  wstg: [],
} as const;
const NO_ENTRY = { owasp: [], asvs: [], wstg: [] } as const;

/** All rules. The order is that of the specification and never changes either: SARIF refers to rules by index. */
export const findingRules: Readonly<Record<RuleName, FindingRule>> = {
  'bola-read': {
    id: 'authz/bola-read',
    name: 'ObjectReadByOtherUser',
    level: 'error',
    severity: '7.5',
    summary: 'A user can read an object of another user.',
    meaning:
      'The answer holds data of an object that belongs to somebody else (broken object level authorization).',
    advice: OBJECT_ADVICE,
    cwe: [639],
    ...OBJECT,
  },
  'bola-write': {
    id: 'authz/bola-write',
    name: 'ObjectChangedByOtherUser',
    level: 'error',
    severity: '8.1',
    summary: 'A user can change an object of another user.',
    meaning: 'The owner sees another object after the request than before, whatever the answer said.',
    advice: OBJECT_ADVICE,
    cwe: [639],
    ...OBJECT,
  },
  'bola-delete': {
    id: 'authz/bola-delete',
    name: 'ObjectDeletedByOtherUser',
    level: 'error',
    severity: '8.1',
    summary: 'A user can delete an object of another user.',
    meaning: 'The owner no longer finds the object after the request, whatever the answer said.',
    advice: OBJECT_ADVICE,
    cwe: [639],
    ...OBJECT,
  },
  bfla: {
    id: 'authz/bfla',
    name: 'FunctionReachedWithoutGrant',
    level: 'error',
    severity: '8.8',
    summary: 'A role can use a function that it is not granted.',
    meaning:
      'The function did its work, or gave its data, for a role without a grant (broken function level authorization).',
    advice: 'Check the role of the session on the server for every function, and deny by default.',
    cwe: [863],
    ...FUNCTION,
  },
  anonymous: {
    id: 'authz/anonymous',
    name: 'ReachedWithoutCredentials',
    level: 'error',
    severity: '9.1',
    summary: 'Somebody without credentials gets through.',
    meaning: 'The request had no credentials at all and read, changed or deleted what belongs to a user.',
    advice:
      'Require authentication for this operation, or name it under "public" in the policy when everybody may use it.',
    cwe: [306, 862],
    owasp: ['API2:2023', 'API5:2023'],
    asvs: ['8.2.1'],
    wstg: ['ATHZ-02'],
  },
  'list-leak': {
    id: 'authz/list-leak',
    name: 'ListHoldsObjectsOfOthers',
    level: 'error',
    severity: '7.5',
    summary: 'A list contains objects of another user.',
    meaning: 'A page of the list that this user gets holds data of an object that belongs to somebody else.',
    advice: 'Restrict the query behind the list to what the user of the session may see, on every page.',
    cwe: [639, 200],
    ...OBJECT,
  },
  'owner-assignment': {
    id: 'authz/owner-assignment',
    name: 'ProtectedPropertySet',
    level: 'error',
    severity: '8.1',
    summary: 'A user can set a property that decides about access.',
    meaning:
      'A property such as the owner or the role took the value that the request gave it (mass assignment).',
    advice:
      'Take the owner and the role from the session, and only the properties that users may set from the body.',
    cwe: [915, 639],
    owasp: ['API3:2023'],
    asvs: ['8.2.3'],
    wstg: [],
  },
  'denied-but-leaks': {
    id: 'authz/denied-but-leaks',
    name: 'RefusalHoldsTheData',
    level: 'error',
    severity: '7.5',
    summary: 'A refusal contains the data that it denies.',
    meaning: 'The status says no, but the body or a header of the same answer contains data of the object.',
    advice: 'Decide before the object is put into the answer; do not send it along with errors or redirects.',
    cwe: [209, 639],
    ...OBJECT,
  },
  'accepted-unproven': {
    id: 'authz/accepted-unproven',
    name: 'AcceptedWithoutProof',
    level: 'warning',
    severity: '5.0',
    summary: 'A request that should be refused was accepted.',
    meaning: 'The answer says success, and nothing shows whether it read or did anything.',
    advice:
      'Refuse the request with 403 or 404; where that is done already, give the resource a marker or the operation a probe that proves it.',
    cwe: [863],
    owasp: ['API1:2023', 'API5:2023'],
    asvs: ['8.2.1', '8.2.2'],
    wstg: ['ATHZ-02'],
  },
  'id-ignored': {
    id: 'authz/id-ignored',
    name: 'IdentifierIgnored',
    level: 'note',
    severity: '2.0',
    summary: 'The server took the caller’s own object instead of the one that was named.',
    meaning:
      'Nothing of the other user was reached, but the answer does not say that the identifier was ignored.',
    advice: 'Refuse identifiers that are not the caller’s own, or take them out of the request.',
    cwe: [863],
    ...NO_ENTRY,
  },
  'soft-deny': {
    id: 'authz/soft-deny',
    name: 'RefusedWithSuccess',
    level: 'note',
    severity: '2.0',
    summary: 'A refusal has the status of a success.',
    meaning: 'The body says no, the status says yes; a client that reads only the status is misled.',
    advice: STATUS_ADVICE,
    cwe: [393],
    ...NO_ENTRY,
  },
  'nonstandard-deny': {
    id: 'authz/nonstandard-deny',
    name: 'RefusedWithOtherStatus',
    level: 'note',
    severity: '2.0',
    summary: 'A refusal has another status than 403 and 404.',
    meaning: 'Nothing was read or changed, but the status does not say that access was denied.',
    advice: STATUS_ADVICE,
    cwe: [393],
    ...NO_ENTRY,
  },
  'over-restricted': {
    id: 'authz/over-restricted',
    name: 'GrantedButRefused',
    level: 'warning',
    summary: 'A user is refused what the policy grants.',
    meaning: 'The request concerns what the user may do, and did not succeed.',
    advice: 'Fix the check, or the policy of the matrix if the refusal is intended.',
    cwe: [],
    ...NO_ENTRY,
  },
  'hidden-property': {
    id: 'authz/hidden-property',
    name: 'HiddenPropertyShown',
    level: 'error',
    severity: '6.5',
    summary: 'A user is shown a property that is not for their role.',
    meaning: 'The role may read the object, but the answer also holds a property that it must not see.',
    advice: 'Choose the properties of an answer by the role of the user of the session.',
    cwe: [213, 200],
    owasp: ['API3:2023'],
    asvs: ['8.2.3'],
    wstg: [],
  },
  'token-unverified': {
    id: 'authz/token-unverified',
    name: 'TokenNotVerified',
    level: 'error',
    severity: '9.1',
    summary: 'A forged token is accepted.',
    meaning:
      'The request had a JSON Web Token that names another user and that nobody with the key had signed, and it read, changed or deleted what belongs to that user.',
    advice:
      'Verify the signature of every token, by the one algorithm and the key that you issue tokens with, before any of its claims are used.',
    cwe: [347],
    owasp: ['API2:2023'],
    asvs: ['9.1.1'],
    wstg: ['SESS-10'],
  },
  'identity-header': {
    id: 'authz/identity-header',
    name: 'IdentityTakenFromHeader',
    level: 'error',
    severity: '9.1',
    summary: 'A header of the caller decides who the caller is.',
    meaning:
      'The request had a header by which proxies tell who calls, or from where, and with it read, changed or deleted what it was refused before.',
    advice:
      'Take the user from the session alone. Let the outermost proxy remove such headers from requests, and the server accept them from that proxy only.',
    cwe: [290],
    owasp: ['API2:2023'],
    asvs: ['4.1.3'],
    wstg: ['ATHZ-02'],
  },
  'token-not-ended': {
    id: 'authz/token-not-ended',
    name: 'TokenValidAfterLogout',
    level: 'error',
    severity: '6.5',
    summary: 'A token is accepted after its session has ended.',
    meaning:
      'The token was valid in this run. Then its user signed out, set a new password, or got another role. It is still accepted.',
    advice:
      'End sessions on the server when their user signs out, or gets a new password or another role. Keep a list of ended tokens, or tokens that refer to a session, and refuse what has ended.',
    cwe: [613],
    owasp: ['API2:2023'],
    asvs: ['7.4.1'],
    wstg: ['SESS-06'],
  },
  'undescribed-member': {
    id: 'authz/undescribed-member',
    name: 'UndescribedMemberShown',
    level: 'warning',
    severity: '3.1',
    summary: 'An answer shows properties that the API description does not list.',
    meaning:
      'The user may read the object, but the answer also holds properties that nobody decided to show: the description of the API does not list them.',
    ...EXPOSURE,
  },
  'undescribed-secret': {
    id: 'authz/undescribed-secret',
    name: 'UndescribedSecretShown',
    level: 'error',
    severity: '7.5',
    summary: 'An answer shows a secret that the API description does not list.',
    meaning:
      'The answer holds a property that is called like a credential or a number that identifies or pays for a person, and the description of the API does not list it.',
    ...EXPOSURE,
  },
  'token-expired': {
    id: 'authz/token-expired',
    name: 'TokenValidAfterExpiry',
    level: 'error',
    severity: '6.5',
    summary: 'A token is accepted after it has expired.',
    meaning:
      'The user signed in and read an object. The token of that session still reads it more than 5 minutes after the time at which the token says that it ends.',
    advice: 'Refuse tokens whose exp has passed. Allow for clocks that differ by a few minutes at most.',
    cwe: [613],
    owasp: ['API2:2023'],
    asvs: ['9.2.1'],
    wstg: ['SESS-10'],
  },
};
