/**
 * What a SARIF file says about the tool: its rules and notifications, and the catalogues of weaknesses and
 * requirements that the rules refer to.
 */
import { findingRules, type FindingRule } from '../../../core/authz/report/findingRules';
import { defined } from '../../../core/defined';
import { message, type SarifObject } from './sarifText';

/** All rules in their order, which never changes. */
export const rules: readonly FindingRule[] = Object.values(findingRules);

/** The index of a rule in the file. */
export function ruleIndex({ id }: FindingRule): number {
  return rules.findIndex((rule) => rule.id === id);
}

/** A rule as a reporting descriptor (§3.49). */
export function ruleDescriptor(rule: FindingRule): SarifObject {
  const { id, name, level, severity, summary, meaning, advice } = rule;
  return {
    id,
    name,
    shortDescription: message(summary),
    fullDescription: message(meaning),
    help: { text: `${meaning} ${advice}`, markdown: `${meaning}\n\n**What to do:** ${advice}` },
    helpUri: helpUri(rule),
    defaultConfiguration: { level },
    relationships: [
      ...rule.cwe.map((number) => relationship('CWE', String(number))),
      ...rule.owasp.map((entry) => relationship('OWASP API Security Top 10', entry)),
      ...rule.asvs.map((id) => relationship('ASVS', id)),
    ],
    properties: {
      precision: 'very-high',
      'problem.severity': level === 'note' ? 'recommendation' : level,
      ...defined({ 'security-severity': severity }),
      tags: tagsOf(rule),
    },
  };
}

/** Names of what is said about the run rather than about the API. */
export type NotificationName =
  | 'inconclusive-control'
  | 'inconclusive-auth'
  | 'inconclusive-rate-limit'
  | 'inconclusive-server-error'
  | 'inconclusive-network'
  | 'inconclusive-state'
  | 'cancelled'
  | 'undeclared'
  | 'leftover'
  | 'note';

/** Notifications as reporting descriptors, in the order of {@link notificationNames}. */
export function notificationDescriptors(): readonly SarifObject[] {
  return notificationNames.map((name) => ({
    id: `authz/${name}`,
    name: pascalCase(name),
    shortDescription: message(NOTIFICATIONS[name]),
    // GitHub asks for both.
    fullDescription: message(NOTIFICATIONS[name]),
    help: message(`${NOTIFICATIONS[name]} It is no finding: look into the run before the API.`),
  }));
}

const NOTIFICATIONS: Readonly<Record<NotificationName, string>> = {
  'inconclusive-control': 'A control failed, so the cell proves nothing.',
  'inconclusive-auth': 'The answer was 401, and nothing shows that the credentials were good.',
  'inconclusive-rate-limit': 'The server limited the rate of requests, and further attempts did not help.',
  'inconclusive-server-error': 'The server failed, which is no refusal.',
  'inconclusive-network': 'There was no answer.',
  'inconclusive-state': 'Nothing shows what became of the object.',
  cancelled: 'The run was cancelled.',
  undeclared: 'The policy says nothing about a role and an operation.',
  leftover: 'The run left an object behind.',
  note: 'A note about the run.',
};

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** All notifications; files refer to them by index. */
export const notificationNames = Object.keys(NOTIFICATIONS) as readonly NotificationName[];

/** The catalogues (§3.19.3), with the entries that rules refer to. */
export function taxonomies(): readonly SarifObject[] {
  return CATALOGUES.map(({ name, version, organization, uri, description, taxa }) => ({
    name,
    version,
    organization,
    informationUri: uri,
    isComprehensive: false,
    shortDescription: message(description),
    taxa: taxa.map(([id, title, helpUri]) => ({
      id,
      name: title.replace(/[^A-Za-z]/g, ''),
      shortDescription: message(`${title}.`),
      helpUri,
      ...(name === 'CWE' && CHILDREN_OF_285.has(id) ? { relationships: [relationship('CWE', '285')] } : {}),
    })),
  }));
}

/** The catalogues that the tool supports (§3.19.22). */
export function supportedTaxonomies(): readonly SarifObject[] {
  return CATALOGUES.map(({ name }, index) => ({ name, index }));
}

/** A weakness that a result shows (§3.27.8). */
export function weakness(number: number): SarifObject {
  return { id: String(number), toolComponent: component('CWE') };
}

/** A requirement of ASVS that a result violates. */
export function requirement(id: string): SarifObject {
  return { id, toolComponent: component('ASVS') };
}

/** A requirement as a tag. */
export function requirementTag(id: string): string {
  return `asvs/v5-${id}`;
}

type CatalogueName = 'CWE' | 'OWASP API Security Top 10' | 'ASVS';

interface Catalogue {
  readonly name: CatalogueName;
  readonly version: string;
  readonly organization: string;
  readonly uri: string;
  readonly description: string;
  readonly taxa: readonly (readonly [id: string, title: string, helpUri: string])[];
}

const OWASP_URI = 'https://owasp.org/API-Security/editions/2023/en/';
const ASVS_CHAPTERS = 'https://github.com/OWASP/ASVS/blob/v5.0.0/5.0/en/';
const ASVS_URI = `${ASVS_CHAPTERS}0x17-V8-Authorization.md`;
const ASVS_WEB_URI = `${ASVS_CHAPTERS}0x13-V4-API-and-Web-Service.md`;
const ASVS_SESSIONS_URI = `${ASVS_CHAPTERS}0x16-V7-Session-Management.md`;
const ASVS_TOKENS_URI = `${ASVS_CHAPTERS}0x18-V9-Self-contained-Tokens.md`;
const ASVS_CODE_URI = `${ASVS_CHAPTERS}0x24-V15-Secure-Coding-and-Architecture.md`;

const CATALOGUES: readonly Catalogue[] = [
  {
    name: 'CWE',
    version: '4.17',
    organization: 'MITRE',
    uri: 'https://cwe.mitre.org/',
    description: 'The Common Weakness Enumeration.',
    taxa: [
      cwe(200, 'Exposure of Sensitive Information to an Unauthorized Actor'),
      cwe(209, 'Generation of Error Message Containing Sensitive Information'),
      cwe(213, 'Exposure of Sensitive Information Due to Incompatible Policies'),
      cwe(285, 'Improper Authorization'),
      cwe(290, 'Authentication Bypass by Spoofing'),
      cwe(306, 'Missing Authentication for Critical Function'),
      cwe(347, 'Improper Verification of Cryptographic Signature'),
      cwe(393, 'Return of Wrong Status Code'),
      cwe(613, 'Insufficient Session Expiration'),
      cwe(639, 'Authorization Bypass Through User-Controlled Key'),
      cwe(862, 'Missing Authorization'),
      cwe(863, 'Incorrect Authorization'),
      cwe(915, 'Improperly Controlled Modification of Dynamically-Determined Object Attributes'),
    ],
  },
  {
    name: 'OWASP API Security Top 10',
    version: '2023',
    organization: 'OWASP',
    uri: OWASP_URI,
    description: 'The OWASP API Security Top 10.',
    taxa: [
      [
        'API1:2023',
        'Broken Object Level Authorization',
        `${OWASP_URI}0xa1-broken-object-level-authorization/`,
      ],
      ['API2:2023', 'Broken Authentication', `${OWASP_URI}0xa2-broken-authentication/`],
      [
        'API3:2023',
        'Broken Object Property Level Authorization',
        `${OWASP_URI}0xa3-broken-object-property-level-authorization/`,
      ],
      [
        'API5:2023',
        'Broken Function Level Authorization',
        `${OWASP_URI}0xa5-broken-function-level-authorization/`,
      ],
    ],
  },
  {
    name: 'ASVS',
    version: '5.0.0',
    organization: 'OWASP',
    uri: 'https://owasp.org/www-project-application-security-verification-standard/',
    description: 'The OWASP Application Security Verification Standard.',
    taxa: [
      ['4.1.3', 'Headers that an intermediary sets cannot be overridden by users', ASVS_WEB_URI],
      ['7.4.1', 'A session that was ended cannot be used any further', ASVS_SESSIONS_URI],
      ['8.2.1', 'Function-level access is restricted to consumers with explicit permissions', ASVS_URI],
      ['8.2.2', 'Data-specific access is restricted to consumers with explicit permissions', ASVS_URI],
      ['8.2.3', 'Field-level access is restricted to consumers with explicit permissions', ASVS_URI],
      ['8.4.1', 'Operations of one tenant never affect tenants without permission to interact', ASVS_URI],
      ['9.1.1', 'Self-contained tokens are validated by their signature or MAC', ASVS_TOKENS_URI],
      ['9.2.1', 'Self-contained tokens are accepted only while their validity lasts', ASVS_TOKENS_URI],
      ['15.3.1', 'Only the required fields of a data object are returned', ASVS_CODE_URI],
    ],
  },
];

/** Weaknesses below CWE-285 in CWE's own hierarchy. */
const CHILDREN_OF_285: ReadonlySet<string> = new Set(['639', '862', '863']);

function cwe(number: number, title: string): Catalogue['taxa'][number] {
  return [String(number), title, cweUri(number)];
}

function cweUri(number: number): string {
  return `https://cwe.mitre.org/data/definitions/${number}.html`;
}

function component(name: CatalogueName): SarifObject {
  return { name, index: CATALOGUES.findIndex((catalogue) => catalogue.name === name) };
}

function relationship(name: CatalogueName, id: string): SarifObject {
  return { target: { id, toolComponent: component(name) }, kinds: ['superset'] };
}

/** GitHub shows the first ten. */
function tagsOf({ severity, cwe: numbers, owasp, asvs, wstg }: FindingRule): readonly string[] {
  return [
    ...(severity === undefined ? ['authorization'] : ['security']),
    ...numbers.map((number) => `external/cwe/cwe-${number}`),
    ...owasp.map((entry) => `owasp/${entry.toLowerCase().replace(':', '-')}`),
    ...asvs.map(requirementTag),
    ...wstg.map((test) => `wstg/${test.toLowerCase()}`),
  ];
}

function helpUri({ owasp: [entry], cwe: [number] }: FindingRule): string {
  const page = CATALOGUES.flatMap(({ taxa }) => taxa).find(([id]) => id === entry)?.[2];
  return page ?? (number === undefined ? `${OWASP_URI}0x11-t10/` : cweUri(number));
}
