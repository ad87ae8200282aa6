import assert from 'node:assert/strict';
import { searchFor } from '../../recorder/knownValues';
import { createMask } from '../../recorder/masking';
import { maskMembers } from '../../recorder/maskMembers';
import { maskText, maskUrl } from '../../recorder/maskText';
import { exchangeText, masked } from './maskedSamples';

const stars = (): string => '*';

describe('maskText', () => {
  const masks: [title: string, text: string, expected: string][] = [
    [
      'leaves text without credentials',
      '{"id":9007199254740993, "a":[1.50]}',
      '{"id":9007199254740993, "a":[1.50]}',
    ],
    [
      'masks members of JSON and nothing else',
      '{"user":"bob","password" : "p\\"w","n":1}',
      '{"user":"bob","password" : "*","n":1}',
    ],
    ['masks numbers', '{"otp":123456}', '{"otp":"*"}'],
    [
      'masks the items of a list',
      '{"tokens": [ "a\\"b" , "c", 7, {"x":"y","type":"t"}, "z"],"n":["d"]}',
      '{"tokens": [ "*" , "*", "*", {"x":"*","type":"t"}, "*"],"n":["d"]}',
    ],
    [
      'masks what an object of such a name holds, at any depth',
      '{"token":{"type":"jwt","expires_in":60,"raw":"a","more":{"b":["c",""]},"user":"bob"},"n":"d"}',
      '{"token":{"type":"jwt","expires_in":60,"raw":"*","more":{"b":["*",""]},"user":"bob"},"n":"d"}',
    ],
    [
      'masks numbers in it by their own names',
      '{"credentials":{"id":7,"pin":1234,"a key":"b"}}',
      '{"credentials":{"id":7,"pin":"*","a key":"*"}}',
    ],
    [
      'masks in a session what has the name of a credential',
      '{"session":{"theme":"dark","cart":{"id":"c-1"},"auth":{"token":"a"}}}',
      '{"session":{"theme":"dark","cart":{"id":"c-1"},"auth":{"token":"*"}}}',
    ],
    [
      'masks such an object inside a string, and one that is cut off',
      '["{\\"token\\":{\\"raw\\":\\"a\\",\\"user\\":\\"bob\\"},\\"n\\":\\"d\\"}",{"secret":{"a":"b',
      '["{\\"token\\":{\\"raw\\":\\"*\\",\\"user\\":\\"bob\\"},\\"n\\":\\"d\\"}",{"secret":{"a":"*',
    ],
    [
      'masks the variables of GraphQL',
      '{"query":"mutation($c:C!){login(c:$c){id}}","variables":{"c":{"email":"a@b","password":"p"}}}',
      '{"query":"mutation($c:C!){login(c:$c){id}}","variables":{"c":{"email":"a@b","password":"*"}}}',
    ],
    [
      'masks an object among the arguments of GraphQL',
      'mutation { login(credentials: {user: "bob", secretWord: "abc"}) { id } }',
      'mutation { login(credentials: {user: "bob", secretWord: "*"}) { id } }',
    ],
    [
      'masks values next to names, in either order',
      '[{"name":"password","value":"a"},{"value":"b","key":"api_key"},{"name":"q","value":"c"}]',
      '[{"name":"password","value":"*"},{"value":"*","key":"api_key"},{"name":"q","value":"c"}]',
    ],
    [
      'masks a list inside a string',
      '"{\\"secrets\\":[\\"a\\",\\"b\\"]}"',
      '"{\\"secrets\\":[\\"*\\",\\"*\\"]}"',
    ],
    ['takes no list for one that is empty', '{"tokens":[],"a":"b"}', '{"tokens":[],"a":"b"}'],
    ['masks a list that is cut off', '{"tokens":["a","b', '{"tokens":["*","*'],
    [
      'keeps what is not text',
      '{"token":null,"secret":true,"password":""}',
      '{"token":null,"secret":true,"password":""}',
    ],
    ['masks JSON inside a string', '{"body":"{\\"token\\":\\"abc\\"}"}', '{"body":"{\\"token\\":\\"*\\"}"}'],
    [
      'masks arguments of GraphQL',
      'mutation { login(password: "abc") { id } }',
      'mutation { login(password: "*") { id } }',
    ],
    [
      'masks elements of XML',
      '<a><ns:password t="1">abc</ns:password></a>',
      '<a><ns:password t="1">*</ns:password></a>',
    ],
    [
      'masks fields of a page',
      '<input type="hidden" name="_csrf" value="abc">',
      '<input type="hidden" name="_csrf" value="*">',
    ],
    [
      'masks a token in a page’s head',
      "<meta name='csrf-token' content='abc'>",
      "<meta name='csrf-token' content='*'>",
    ],
    ['masks JSON Web Tokens wherever they are', 'see eyJhbGciOiJI.eyJzdWIiOi.sig-_1 there', 'see * there'],
    ['masks a value that is cut off', '{"password":"abc', '{"password":"*'],
    ['does not take replacement patterns for what they are', '{"token":"$&"}', '{"token":"*"}'],
    ['leaves names that every object inherits', '{"__proto__":"x"}', '{"__proto__":"x"}'],
  ];
  for (const [title, text, expected] of masks) {
    it(title, () => assert.equal(maskText(text, stars), expected));
  }

  it('writes what replaces a value as its place wants it', () => {
    assert.equal(
      maskMembers('{"token":"a"}', () => 'a"\n'),
      '{"token":"a\\"\\n"}',
    );
  });

  const huge: [title: string, text: string][] = [
    ['one long text', `{"a":"${'x'.repeat(5_000_000)}"}`],
    ['one long text that is a credential', `{"token":"${'x'.repeat(5_000_000)}"}`],
    ['many quotes', '"'.repeat(2_000_000)],
    ['many backslashes', `{"token":"${'\\'.repeat(2_000_000)}`],
    ['many open tags', '<a'.repeat(1_000_000)],
    ['many names', 'token '.repeat(500_000)],
    ['many tokens that are none', 'eyJ'.repeat(1_000_000)],
    ['spaces', `token${' '.repeat(2_000_000)}`],
    ['many objects in each other', '{"token":'.repeat(200_000)],
    ['many lists in each other', `{"token":${'['.repeat(1_000_000)}`],
    ['many values next to names', '{"value":"a","name":"x",'.repeat(100_000)],
    ['many that are none', '"value":"'.repeat(500_000)],
  ];
  for (const [title, text] of huge) {
    it(`gets through ${title}`, () => assert.equal(typeof maskText(text, (value) => value), 'string'));
  }
});

describe('maskUrl', () => {
  const masks: [title: string, url: string, expected: string][] = [
    ['masks parameters', 'https://a.test/p?q=1&api_key=abc#x', 'https://a.test/p?q=1&api_key=*#x'],
    [
      'masks the fragment',
      'https://a.test/#access_token=abc&state=1',
      'https://a.test/#access_token=*&state=1',
    ],
    ['masks user and password', 'https://bob:pw@a.test/x@y', 'https://*:*@a.test/x@y'],
    [
      'keeps parameters as they are written',
      'https://a.test/?a=%zz+%41&token=',
      'https://a.test/?a=%zz+%41&token=',
    ],
    [
      'masks an authorization code',
      'https://a.test/callback?code=4%2F0Ab&state=xyz',
      'https://a.test/callback?code=*&state=xyz',
    ],
    [
      'masks JSON in a parameter, and leaves other JSON as written',
      'https://a.test/?v=%7B%22password%22%3A%22p%22%7D&w=%7b%22a%22:1%7d&filter[token]=a',
      'https://a.test/?v=%7B%22password%22%3A%22*%22%7D&w=%7b%22a%22:1%7d&filter[token]=*',
    ],
    ['leaves other codes', 'https://a.test/?code=DE&page=2', 'https://a.test/?code=DE&page=2'],
    ['takes anything', '', ''],
  ];
  for (const [title, url, expected] of masks) {
    it(title, () => assert.equal(maskUrl(url, stars), expected));
  }
});

describe('searchFor', () => {
  const replace = (values: readonly string[], text: string): string =>
    searchFor(values)(text, (value) => `<${values.indexOf(value)}>`);

  it('finds values in every form in which they are written', () => {
    const value = 'p w"1/ä+long';
    const forms = [
      value,
      encodeURIComponent(value),
      encodeURIComponent(value).replaceAll('%20', '+'),
      JSON.stringify(value).slice(1, -1),
      Buffer.from(value).toString('base64').replaceAll('=', ''),
    ];
    assert.equal(replace([value], forms.join(' ')), '<0> <0> <0> <0> <0>');
  });

  it('takes the longest of several that begin alike, and continues after it', () => {
    assert.equal(replace(['abcdefg-1', 'abcdefg-1-more'], 'abcdefg-1-moreabcdefg-1'), '<1><0>');
  });

  it('looks for no ordinary words, which would be torn out of names', () => {
    assert.equal(replace(['password', '1234'], '{"password":"1234"}'), '{"password":"1234"}');
  });

  it('looks for short values where they are words of their own', () => {
    assert.equal(
      replace(['short1', '987654'], '{"a":"short1","short12":"xshort1","b":1987654,"c":987654}'),
      '{"a":"<0>","short12":"xshort1","b":1987654,"c":"<1>"}',
    );
  });

  it('finds every one of thousands', () => {
    const values = Array.from({ length: 5_000 }, (_, index) => `value-number-${index}-end`);
    const search = searchFor(values);
    assert.equal(
      search(values.join(','), (value) => `<${value}>`),
      values.map((value) => `<${value}>`).join(','),
    );
  });

  it('takes halves of characters', () => {
    assert.equal(replace(['\ud800-half-of-one-1'], 'a \ud800-half-of-one-1'), 'a <0>');
  });
});

describe('createMask', () => {
  const password = 'alice-demo-password';
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln';

  it('gives each credential one placeholder at every place', () => {
    const [login, read] = masked('mask', [
      {
        url: 'http://a.test/login',
        postData: `{"email":"a@b.c","password":"${password}"}`,
        body: `{"token":"${token}"}`,
      },
      {
        url: `http://a.test/x?access_token=${token}`,
        headers: [['Authorization', `Bearer ${token}`]],
        body: `hello ${password}`,
      },
    ]);
    assert.equal(login?.exchange.postData, '{"email":"a@b.c","password":"masked-1"}');
    assert.equal(login?.body, '{"token":"masked-2"}');
    assert.equal(read?.exchange.url, 'http://a.test/x?access_token=masked-2');
    assert.deepEqual(read?.exchange.headers, [{ name: 'Authorization', value: 'Bearer masked-2' }]);
    assert.equal(read?.body, 'hello masked-1');
  });

  it('recognises a credential also before the place that reveals it', () => {
    const [first] = masked('mask', [
      { url: 'http://a.test/', body: `<p>${password}</p>` },
      { url: 'http://a.test/login', postData: `{"password":"${password}"}` },
    ]);
    assert.equal(first?.body, '<p>masked-1</p>');
  });

  it('covers every cookie, and looks elsewhere only for those of sessions', () => {
    const [one] = masked('mask', [
      {
        url: 'http://a.test/orders/ord-12345678',
        headers: [['Cookie', 'session=abcdef-123456; lastOrder=ord-12345678']],
        received: [['Set-Cookie', 'lastOrder=ord-12345678; Path=/']],
        body: 'abcdef-123456',
      },
    ]);
    assert.equal(one?.exchange.url, 'http://a.test/orders/ord-12345678');
    assert.equal(one?.exchange.headers[0]?.value, 'session=masked-1; lastOrder=masked-2');
    assert.equal(one?.exchange.response?.headers[0]?.value, 'lastOrder=masked-2; Path=/');
    assert.equal(one?.body, 'masked-1');
  });

  it('drops headers of credentials, and leaves other places empty', () => {
    const [one] = masked('drop', [
      {
        url: 'http://a.test/?token=abc',
        headers: [
          ['X-Api-Key', 'k'],
          ['Accept', '*/*'],
        ],
        received: [['Set-Cookie', 'a=b']],
        postData: `{"password":"${password}"}`,
        body: password,
      },
    ]);
    assert.equal(one?.exchange.url, 'http://a.test/?token=');
    assert.deepEqual(one?.exchange.headers, [{ name: 'Accept', value: '*/*' }]);
    assert.deepEqual(one?.exchange.response?.headers, []);
    assert.equal(one?.exchange.postData, '{"password":""}');
    assert.equal(one?.body, '');
  });

  it('masks forms and parts', () => {
    const parts = `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${password}\r\n--b--\r\n`;
    const [form, multipart] = masked('mask', [
      {
        url: 'http://a.test/',
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        postData: 'user=bob&password=pass+word%2B1',
      },
      {
        url: 'http://a.test/',
        headers: [['Content-Type', 'multipart/form-data; boundary=b']],
        postData: parts,
      },
    ]);
    assert.equal(form?.exchange.postData, 'user=bob&password=masked-1');
    assert.equal(multipart?.exchange.postData, parts.replace(password, 'masked-2'));
  });

  it('changes nothing when it is off', () => {
    const text = exchangeText({ url: 'http://a.test/?token=abc', body: token });
    assert.equal(createMask('off').apply(text), text);
  });
});
