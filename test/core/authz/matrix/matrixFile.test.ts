import assert from 'node:assert/strict';
import { chainsNamedBy, withEffects } from '../../../../src/core/authz/matrix/effects';
import { readMatrix } from '../../../../src/core/authz/matrix/matrixFile';
import { readChain } from '../../../../src/core/files/chainFile';
import { ExactNumber } from '../../../../src/core/json/json';

/** A matrix with one user, one operation and these members, which begin in line 2. */
const matrixWith = (members: string) =>
  `{ "formatVersion": 1, "name": "m", "users": { "alice": { "role": "customer", "login": "login.chain.json" } }, "operations": { "order.read": { "request": "orders.chain.json#get" } }, "policy": { "customer": { "order.*": "own" } },
${members} "limits": {} }`;

/** A matrix with these sections, each in a line of its own. */
const sections = ({
  users = '"alice": { "role": "customer", "login": "login.chain.json" }',
  resources = '"order": { "id": ["orderId"] }',
  operations = '"order.read": { "resource": "order", "request": "orders.chain.json#get" }',
  policy = '"customer": { "order.*": "own" }',
}) => `{ "formatVersion": 1, "name": "m",
"users": { ${users} },
"resources": { ${resources} },
"operations": { ${operations} },
"policy": { ${policy} } }`;

const REQUESTS = '"create": "o.chain.json#new", "list": "o.chain.json#all"';

const problemsOf = (text: string, file = 'f') =>
  readMatrix(text, file).problems.map(
    ({ place, code, message }) => `${place.line}:${place.column} ${code}: ${message}`,
  );

describe('readMatrix', () => {
  it('fills in what a minimal matrix leaves open', () => {
    const text = '{ "formatVersion": 1, "name": "m", "users": {}, "operations": {}, "policy": {} }';
    assert.deepEqual(readMatrix(text, 'f'), {
      matrix: {
        name: 'm',
        mutate: false,
        users: [],
        resources: [],
        operations: [],
        policy: { roles: [], public: [] },
        denied: [],
        waivers: [],
        limits: { requests: 1000, mutations: 200, waitSeconds: 0 },
        allowHosts: [],
        packs: [],
        ignore: [],
        throwAway: [],
      },
      problems: [],
    });
  });

  it('takes over everything a full matrix says, names of chains from the root of the workspace', () => {
    const text = `{
      "formatVersion": 1, "name": "Orders", "environment": "local", "mutate": true,
      "users": {
        "zoe": { "role": "customer", "attributes": { "tenant": "acme" }, "login": "../login.chain.json", "alive": "../login.chain.json#me", "variables": { "n": 9007199254740993 } },
        "alice": { "role": "customer", "attributes": { "tenant": "globex" }, "login": "../login.chain.json#login" },
        "nobody": { "role": "anonymous" }
      },
      "resources": {
        "order": {
          "create": "a#b.chain.json#create", "read": "o.chain.json#read", "list": "o.chain.json#list", "delete": "o.chain.json#delete",
          "id": ["userId", "orderId", { "variable": "number", "from": "list", "path": "$.n" }, { "variable": "key", "from": "request" }], "canary": ["$.note", "comment"], "marker": ["$.customer"], "owners": ["alice"]
        }
      },
      "operations": {
        "order.pay": {
          "resource": "order", "request": "o.chain.json#pay", "effect": "action", "probe": "o.chain.json#read",
          "next": "o.chain.json#list", "assign": [{ "path": "$.owner", "value": { "id": "{{userId}}" }, "except": ["customer"] }],
          "hidden": [{ "path": "$.tax", "from": ["customer"] }], "irreversible": true, "endsCredentials": false
        },
        "session.end": { "request": "o.chain.json#logout", "endsCredentials": true }
      },
      "policy": { "customer": { "*": "any", "order.pay": "own", "session.end": ["own"] }, "public": ["order.*"] },
      "denied": [
        { "status": 200, "path": "$.errors[0]", "equals": "no", "as": 404 },
        { "contentType": "text/html", "text": { "contains": "in" }, "header": { "name": "X", "matches": "^a" } }
      ],
      "waivers": [{ "cell": "OBJ *", "class": "SOFT_DENY", "reason": "by design", "expires": "2028-02-29" }],
      "limits": { "requests": 5e2, "mutations": 0 },
      "allowHosts": ["https://Api.Example.com:443"], "packs": ["type", "path"], "ignore": ["A-1"],
      "throwAway": { "customer": { "resource": "order", "by": "zoe", "variables": { "email": "{{throwAway}}@example.com" } } }
    }`;
    const { matrix, problems } = readMatrix(text, 'tests/orders.authz.json');
    assert.deepEqual(problems, []);
    assert.deepEqual(matrix?.users[0]?.variables, { n: new ExactNumber('9007199254740993') });
    assert.deepEqual(
      { ...matrix, users: matrix.users.map((user) => ({ ...user, variables: {} })) },
      {
        name: 'Orders',
        environment: 'local',
        mutate: true,
        users: [
          {
            name: 'zoe',
            role: 'customer',
            attributes: { tenant: 'acme' },
            login: { chain: 'login.chain.json' },
            alive: { chain: 'login.chain.json', id: 'me' },
            variables: {},
          },
          {
            name: 'alice',
            role: 'customer',
            attributes: { tenant: 'globex' },
            login: { chain: 'login.chain.json', id: 'login' },
            variables: {},
          },
          { name: 'nobody', role: 'anonymous', variables: {} },
        ],
        resources: [
          {
            name: 'order',
            create: { chain: 'tests/a#b.chain.json', id: 'create' },
            read: { chain: 'tests/o.chain.json', id: 'read' },
            list: { chain: 'tests/o.chain.json', id: 'list' },
            delete: { chain: 'tests/o.chain.json', id: 'delete' },
            id: ['userId', 'orderId', 'number', 'key'],
            idSources: { number: { from: 'list', path: '$.n' }, key: { from: 'request' } },
            canary: ['$.note', 'comment'],
            marker: ['$.customer'],
            owners: ['alice'],
          },
        ],
        operations: [
          {
            name: 'order.pay',
            resource: 'order',
            request: { chain: 'tests/o.chain.json', id: 'pay' },
            effect: 'action',
            probe: { chain: 'tests/o.chain.json', id: 'read' },
            next: { chain: 'tests/o.chain.json', id: 'list' },
            assign: [{ path: '$.owner', value: { id: '{{userId}}' }, except: ['customer'] }],
            hidden: [{ path: '$.tax', from: ['customer'] }],
            irreversible: true,
            endsCredentials: false,
          },
          {
            name: 'session.end',
            request: { chain: 'tests/o.chain.json', id: 'logout' },
            assign: [],
            hidden: [],
            irreversible: false,
            endsCredentials: true,
          },
        ],
        policy: {
          roles: [
            {
              role: 'customer',
              rules: [
                { pattern: '*', scope: 'any' },
                { pattern: 'order.pay', scope: 'own' },
                { pattern: 'session.end', scope: 'own' },
              ],
            },
          ],
          public: ['order.*'],
        },
        denied: [
          { status: 200, path: '$.errors[0]', equals: 'no', as: 404 },
          { contentType: 'text/html', text: { contains: 'in' }, header: { name: 'X', matches: '^a' } },
        ],
        waivers: [{ cell: 'OBJ *', class: 'SOFT_DENY', reason: 'by design', expires: '2028-02-29' }],
        limits: { requests: 500, mutations: 0, waitSeconds: 0 },
        allowHosts: ['https://api.example.com'],
        packs: ['type', 'path'],
        ignore: ['A-1'],
        throwAway: [
          {
            role: 'customer',
            resource: 'order',
            by: 'zoe',
            variables: { email: '{{throwAway}}@example.com' },
          },
        ],
      },
    );
  });

  const refused: [title: string, text: string, problems: string[]][] = [
    ['an empty file', '', ['1:1 syntax: The file holds no JSON. Write an object: { … }.']],
    [
      'a list',
      '[]',
      [
        '1:1 wrong-type: The file must be an object, not a list. Write for example {"formatVersion":1,"name":"Orders: who may do what","users":{},"operations":{},"policy":{}}.',
      ],
    ],
    [
      'a later version',
      '{ "formatVersion": 2, "name": "m", "users": {}, "operations": {}, "policy": {} }',
      [
        '1:20 format-version: The file has format version 2, and this Chainwright reads versions up to 1. Update Chainwright.',
      ],
    ],
    [
      'a user twice',
      sections({ users: '"alice": { "role": "a", "login": "l" }, "alice": { "role": "b", "login": "l" }' }),
      ['2:52 duplicate-member: "alice" is in this object twice. Remove one of the two, or rename it.'],
    ],
    [
      'an identifier twice',
      sections({ resources: '"order": { "id": ["orderId", "orderId"] }' }),
      ['3:27 invalid-value: The identifiers have an entry twice. Remove one of the two.'],
    ],
    [
      'an identifier twice in two forms',
      sections({
        resources: `"order": { ${REQUESTS}, "id": ["orderId", { "variable": "orderId", "from": "request" }] }`,
      }),
      ['3:103 duplicate-id: The identifiers have "orderId" twice. Remove one of the two.'],
    ],
    [
      'an identifier of a list that is not there',
      sections({
        resources:
          '"order": { "create": "o.chain.json#new", "id": [{ "variable": "orderId", "from": "list", "path": "$.id" }] }',
      }),
      [
        '3:64 missing-list: "orderId" is to be found in the list of the owner, by the text that creating plants. Add `list` to "order".',
      ],
    ],
    [
      'an identifier of a list of what is not created',
      sections({
        resources:
          '"order": { "list": "o.chain.json#all", "id": [{ "variable": "orderId", "from": "list", "path": "$.id" }] }',
      }),
      [
        '3:62 missing-list: "orderId" is to be found in the list of the owner, by the text that creating plants. Add `create` to "order".',
      ],
    ],
    [
      'an identifier of a list without a path',
      sections({ resources: `"order": { ${REQUESTS}, "id": [{ "variable": "orderId", "from": "list" }] }` }),
      ['3:92 missing-member: `resources.order.id[0]` has no `path`. Add it.'],
    ],
    [
      'an identifier of a list by an invalid path',
      sections({
        resources: `"order": { ${REQUESTS}, "id": [{ "variable": "orderId", "from": "list", "path": "$.[" }] }`,
      }),
      ["3:141 invalid-path: The path `$.[` is not valid at character 3: unexpected shorthand selector '['."],
    ],
    [
      'a request without an id',
      sections({ operations: '"order.read": { "request": "orders.chain.json" }' }),
      [
        '4:44 invalid-value: "orders.chain.json" is not allowed here. A request is named by the file of its chain, # and its id, such as orders.chain.json#get-order. Write it so.',
      ],
    ],
    [
      'hostile names',
      sections({
        users: '"__proto__": { "role": "customer", "login": "l" }',
        resources: '"a b": { "id": ["x"] }',
      }),
      [
        '2:12 invalid-value: "__proto__" is not allowed here. This name is reserved in JavaScript and is refused. Choose another one.',
        '3:16 invalid-value: "a b" is not allowed here. A name starts with a letter or _, followed by letters, digits, _, ., @ or -. Choose such a name.',
      ],
    ],
    [
      'the role public, which the policy needs for something else',
      sections({ users: '"alice": { "role": "public", "login": "l" }' }),
      [
        '2:31 invalid-value: "public" is not allowed here. This name has a meaning of its own in a policy. Choose another one.',
      ],
    ],
    [
      'a grant that is none',
      sections({ policy: '"customer": { "order.read": "all" }' }),
      [
        '5:41 unknown-attribute: "all" is not a scope, and no user has an attribute of that name. Write own, any or none, or add it to the `attributes` of users.',
      ],
    ],
    [
      'a waiver until a day that the calendar does not have',
      matrixWith('"waivers": [{ "cell": "*", "reason": "r", "expires": "2027-02-29" }],'),
      [
        '2:54 invalid-date: "2027-02-29" is not a calendar date. Write the last day the waiver applies, such as "2027-03-31".',
      ],
    ],
    [
      'a waiver without a reason',
      matrixWith('"waivers": [{ "cell": "OBJ *", "expires": "2027-03-31" }],'),
      [
        '2:13 missing-member: `waivers[0]` has no `reason`. Add for example "reason": "400 by design, see the API guide".',
      ],
    ],
    [
      'a denial that fits every answer and one that compares nothing',
      matrixWith('"denied": [{ "as": 403 }, { "status": 200, "equals": "fail" }],'),
      [
        '2:12 invalid-value: This denial fits every answer. Add a status, path, text, header or contentType.',
        '2:27 invalid-value: This denial compares nothing. Add the path of the value that `equals` is compared with.',
      ],
    ],
    [
      'a denial whose text fits everything',
      matrixWith('"denied": [{ "text": {} }],'),
      ['2:14 invalid-value: This fits every text. Add `contains` or `matches`.'],
    ],
    [
      'limits below nothing',
      matrixWith('"packs": [], "ignore": [], "mutate": "yes",').replace(
        '"limits": {}',
        '"limits": { "requests": 0, "mutations": -1 }',
      ),
      [
        '2:38 wrong-type: `mutate` must be true or false, not a text. Write for example true.',
        '2:69 invalid-value: `limits.requests` must be 1 or more, not 0. Write for example 500.',
        '2:85 invalid-value: `limits.mutations` must be 0 or more, not -1. Write for example 50.',
      ],
    ],
    [
      'origins that no URL can have',
      matrixWith('"allowHosts": ["https://a.example:99999"],'),
      [
        '2:16 invalid-origin: "https://a.example:99999" is not an origin. Write scheme, host and port such as "https://api.example.com".',
      ],
    ],
    [
      'chains outside the workspace',
      sections({ users: '"alice": { "role": "customer", "login": "../../secret.chain.json" }' }),
      [
        '2:52 unknown-request: "../../secret.chain.json" is outside the workspace. Name a chain inside it, relative to this file.',
      ],
    ],
    [
      'a resource that is not described',
      sections({ operations: '"order.read": { "resource": "ordr", "request": "o.chain.json#get" }' }),
      ['4:45 unknown-resource: The resource "ordr" does not exist. The resources are: order.'],
    ],
    [
      'an owner who is not a user',
      sections({ resources: '"order": { "id": ["orderId"], "owners": ["bob"] }' }),
      ['3:57 unknown-user: The user "bob" does not exist. The users are: alice.'],
    ],
    [
      'a denial whose regular expression is none',
      matrixWith('"denied": [{ "header": { "name": "Location", "matches": "(" } }],'),
      ['2:57 invalid-regex: The regular expression `(` is not valid: missing closing ): `(`.'],
    ],
    [
      'paths that are none, while names of form fields are fine',
      sections({
        resources: '"order": { "id": ["orderId"], "canary": ["note", "$.a["], "marker": ["$["] }',
        operations:
          '"order.read": { "request": "o.chain.json#get", "assign": [{ "path": "$[0", "value": 1 }], "hidden": [{ "path": "$..[", "from": ["customer"] }] }',
      }),
      [
        '3:65 invalid-path: The path `$.a[` is not valid at character 5: unclosed bracketed selection.',
        '3:85 invalid-path: The path `$[` is not valid at character 3: unclosed bracketed selection.',
        '4:85 invalid-path: The path `$[0` is not valid at character 4: unclosed bracketed selection.',
        '4:128 invalid-path: The path `$..[` is not valid at character 5: unclosed bracketed selection.',
      ],
    ],
  ];
  for (const [title, text, problems] of refused) {
    it(`refuses ${title}`, () => {
      assert.deepEqual(problemsOf(text, 'tests/f'), problems);
      assert.equal(readMatrix(text, 'tests/f').matrix, undefined);
    });
  }

  const doubtful: [title: string, text: string, problems: string[]][] = [
    [
      'a user who cannot prove who it is',
      sections({ users: '"alice": { "role": "customer" }' }),
      [
        '2:12 no-credentials: "alice" has no credentials: neither a login nor variables. Add one of them, or give the user the role "anonymous".',
      ],
    ],
    [
      'a login of somebody without credentials',
      sections({
        users:
          '"alice": { "role": "customer", "variables": { "key": "{{$secret KEY}}" } }, "nobody": { "role": "anonymous", "login": "l" }',
      }),
      [
        '2:121 anonymous-login: "nobody" sends no credentials, so this login is never used. Remove it, or give the user another role.',
      ],
    ],
    [
      'a role that the policy does not mention and one that nobody has',
      sections({ policy: '"custmer": { "order.*": "own" }' }),
      [
        '2:31 role-without-policy: The policy says nothing about the role "customer", so nothing counts as granted to it. Add the role to `policy`.',
        '5:13 unknown-role: No user has the role "custmer", so nothing is tried with it. Add a user, or correct the name.',
      ],
    ],
    [
      'roles of properties that nobody has',
      sections({
        operations:
          '"order.read": { "request": "o.chain.json#get", "assign": [{ "path": "$.a", "value": 1, "except": ["customer", "root"] }], "hidden": [{ "path": "$.b", "from": ["sam"] }] }',
      }),
      [
        '4:127 unknown-role: No user has the role "root", so nothing is asked about it. The roles are: customer.',
        '4:176 unknown-role: No user has the role "sam", so nothing is asked about it. The roles are: customer.',
      ],
    ],
    [
      'patterns that fit no operation',
      sections({ policy: '"customer": { "order.*": "own", "ordr.*": "none" }, "public": ["products"]' }),
      [
        '5:45 unused-pattern: "ordr.*" fits no operation. The operations are: order.read.',
        '5:76 unused-pattern: "products" fits no operation. The operations are: order.read.',
      ],
    ],
    [
      'grants of somebody without credentials',
      sections({ policy: '"customer": { "*": "own" }, "anonymous": { "order.read": "any" }' }),
      [
        '5:41 anonymous-grant: Grants to users without credentials are ignored. List the operations in `public`.',
      ],
    ],
    [
      'an owner who is granted nothing',
      sections({
        resources: '"order": { "id": ["orderId"], "owners": ["alice"] }',
        policy: '"customer": { "*": "none" }',
      }),
      [
        '3:57 owner-without-grant: "alice" cannot own a "order": the policy grants the role "customer" no operation on it. Grant one, or name another user.',
      ],
    ],
  ];
  for (const [title, text, problems] of doubtful) {
    it(`warns of ${title}, and still reads the matrix`, () => {
      assert.deepEqual(problemsOf(text), problems);
      assert.notEqual(readMatrix(text, 'f').matrix, undefined);
    });
  }

  it('answers a hostile size in bounded time', () => {
    const operations = Array.from({ length: 20_000 }, (_, index) => `"o${index}": { "request": "c#r" }`);
    assert.deepEqual(problemsOf(sections({ operations: operations.join(',') })), [
      '4:1 invalid-value: More than 1000 operations are refused. Split the file in two.',
    ]);
  });
});

describe('withEffects', () => {
  const requests = ['GET', 'head', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'];
  const chain = readChain(
    JSON.stringify({
      formatVersion: 1,
      name: 'c',
      requests: requests.map((method) => ({ id: method, method, url: 'http://127.0.0.1/' })),
    }),
    'c.chain.json',
  ).chain;
  const written = readMatrix(
    sections({
      operations: [
        ...requests.map((method) => `"o.${method}": { "request": "c.chain.json#${method}" }`),
        '"declared": { "request": "c.chain.json#POST", "effect": "read" }',
        ...['GET', 'POST', 'PUT'].map(
          (method) => `"ends.${method}": { "request": "c.chain.json#${method}", "endsCredentials": true }`,
        ),
        '"agreed": { "request": "c.chain.json#GET", "effect": "read", "mutates": true }',
        '"agreed.open": { "request": "c.chain.json#GET", "mutates": true }',
        '"reads": { "request": "c.chain.json#POST", "mutates": false }',
        '"missing": { "request": "c.chain.json#gone" }',
      ].join(','),
    }),
    'f',
  ).matrix;

  it('takes the effect that is declared, else the one of the method', () => {
    assert.ok(written);
    assert.ok(chain);
    const { operations } = withEffects(written, new Map([['c.chain.json', { chain }]]));
    assert.deepEqual(
      operations.map(({ name, effect }) => `${name} ${effect}`),
      [
        'o.GET read',
        'o.head read',
        'o.OPTIONS read',
        'o.POST create',
        'o.PUT update',
        'o.PATCH update',
        'o.DELETE delete',
        'o.PURGE action',
        'declared read',
        'ends.GET action',
        'ends.POST action',
        'ends.PUT update',
        'agreed action',
        'agreed.open action',
        'reads read',
        'missing action',
      ],
    );
  });

  it('names every chain once', () => {
    assert.ok(written);
    assert.deepEqual(chainsNamedBy(written), ['login.chain.json', 'c.chain.json']);
  });
});
