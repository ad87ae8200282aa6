/** The shop of the attacks: an API that takes a password, and repeats it in many forms, as careless APIs do. */
import type { Arrival, Reply } from './arrivals';

/** Everything that is secret in an attack, or was gained with a secret. */
export interface Loot {
  readonly password: string;
  /** What the shop gives for the password. */
  readonly token: string;
  readonly session: string;
  /** What the shop gives for the token. */
  readonly swapped: string;
  /** Content of files and of variables of the machine. */
  readonly file: string;
  readonly machine: string;
}

/** What it answers. Its redirects lead to `elsewhere`. */
export function shopAnswer(seen: Arrival, loot: Loot, elsewhere: string): Reply {
  const [, route = '', detail = ''] = new URL(seen.url, 'http://shop.example.test').pathname.split('/');
  return ROUTES[route]?.({ loot, elsewhere, detail }) ?? json({ id: 1, name: 'shop' });
}

/** What an answer is made of; `detail` is the second part of the path. */
interface Asked {
  readonly loot: Loot;
  readonly elsewhere: string;
  readonly detail: string;
}

const ROUTES: Readonly<Record<string, (asked: Asked) => Reply>> = {
  login: ({ loot }) => ({
    ...json(session(loot)),
    headers: { 'Set-Cookie': `session=${loot.session}; Path=/` },
  }),
  'login-for-domain': ({ loot, detail }) => ({
    headers: { 'Set-Cookie': `session=${loot.session}; Path=/; Domain=${detail}` },
  }),
  'login-in-hop': ({ loot }) => ({
    status: 302,
    headers: { Location: '/home', 'Set-Cookie': `session=${loot.session}; Path=/` },
  }),
  token: ({ loot }) => json({ access_token: loot.token, token_type: 'Bearer', expires_in: 600 }),
  swap: ({ loot }) => json({ value: loot.swapped }),
  echo: ({ loot }) => ({ ...json(echoes(loot.password)), headers: { 'X-Key': loot.password } }),
  page: ({ loot }) => ({
    headers: { 'Content-Type': 'text/html' },
    body: `<p id="key">${loot.password}</p>`,
  }),
  redirect: ({ loot, elsewhere, detail }) => moved(`${elsewhere}/loot/${loot.password}`, Number(detail)),
  'redirect-bare': ({ elsewhere, detail }) => moved(`${elsewhere}/plain`, Number(detail)),
  'redirect-relative': ({ loot, elsewhere }) => moved(`${elsewhere.replace('http:', '')}/loot/${loot.token}`),
  'redirect-twice': () => moved('/redirect/302'),
  landing: ({ loot }) => moved(`/home?code=${loot.token}`),
  link: ({ loot, elsewhere }) => json({ url: `${elsewhere}/loot/${loot.token}`, bare: elsewhere }),
};

function json(value: object): Reply {
  return { body: JSON.stringify(value) };
}

function moved(location: string, status = 302): Reply {
  return { status, headers: { Location: location } };
}

function session({ token, password }: Loot): object {
  return { token, id: 4711, user: { name: 'ann', key: token }, halves: halvesOf(password) };
}

function halvesOf(value: string): readonly string[] {
  return [value.slice(0, value.length / 2), value.slice(value.length / 2)];
}

function echoes(value: string): object {
  const base64 = Buffer.from(value).toString('base64');
  return {
    raw: value,
    halves: halvesOf(value),
    hex: Buffer.from(value).toString('hex'),
    base64,
    double: Buffer.from(base64).toString('base64'),
    reversed: [...value].reverse().join(''),
    pieces: value.match(/.{1,3}/g) ?? [],
    pairs: (value.match(/.{1,2}/g) ?? []).map((pair) => [...pair].reverse().join('')),
    characters: [...value],
    codes: [...Buffer.from(value)],
    shifted: [...value].map((one) => String.fromCharCode(one.charCodeAt(0) + 1)).join(''),
    sentence: `The password ${value} of ann is right.`,
  };
}
