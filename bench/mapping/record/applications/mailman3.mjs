/**
 * Mailman (Debian's `mailman3`, unpacked; installed is what it depends on): mailing lists by the REST API that its web pages
 * use. Forms are sent and JSON is answered; objects are named by addresses, numbers, UUIDs and tokens.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianFiles, emptyFolder, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3951;
const ADMINISTRATOR = ['restadmin', 'only-here'];
const SETTINGS = `[mailman]
layout: here
[webservice]
hostname: 127.0.0.1
port: ${PORT}
admin_user: ${ADMINISTRATOR[0]}
admin_pass: ${ADMINISTRATOR[1]}
[mta]
incoming: mailman.mta.null.NullMTA
`;
/** Mail that came in is looked at between two requests; none is sent. */
const SERVE = `from wsgiref.simple_server import WSGIServer, make_server
from mailman.core.initialize import initialize
initialize('mailman.cfg')
from mailman.rest.wsgiapp import make_application
from mailman.runners.incoming import IncomingRunner
incoming = IncomingRunner('in')
class Server(WSGIServer):
    def service_actions(self):
        incoming._one_iteration()
make_server('127.0.0.1', ${PORT}, make_application(), server_class=Server).serve_forever()
`;
const DOMAINS = { 'harbour.example': 'Harbour office', 'choir.example': 'Choir of the old town' };
const LISTS = [
  'news@harbour.example',
  'pilots@harbour.example',
  'altos@choir.example',
  'board@choir.example',
];
const PEOPLE = ['Lene Dahl', 'Omar Haddad', 'Petra Kunz', 'Tomas Reyes'];
const HELD = { news: 'Bridge closed on Sunday', board: 'Who brings the chairs?' };
const APPLICANTS = ['Ida Moen', 'Kofi Mensah', 'Nils Ek'];

export const application = {
  inputs: {
    a: {
      domain: 'Harbour office',
      name: 'tides',
      style: 'Announce only mailing list style.',
      settings: ['High and low water, each Friday', '[tides] ', 'confirm_then_moderate'],
      reader: ['vera@harbour.example', 'Vera Lind'],
      moderator: 'Petra Kunz',
      moderated: 'Board',
      applicant: 'Kofi Mensah',
      member: 'Omar Haddad',
      unwanted: ['x-spam-flag', 'yes'],
      earlier: { members: 1, mails: ['Minutes', 'Key of the hall'], people: PEOPLE, lists: LISTS },
    },
    b: {
      domain: 'Choir of the old town',
      name: 'summer-tour',
      style: 'Discussion mailing list style with private archives.',
      settings: ['Who travels with whom in July', '[tour] ', 'moderate'],
      reader: ['hugo@choir.example', 'Hugo Brandt'],
      moderator: 'Lene Dahl',
      moderated: 'News',
      applicant: 'Ida Moen',
      member: 'Tomas Reyes',
      unwanted: ['x-mailer', 'bulk.*'],
      earlier: {
        members: 4,
        mails: ['Crane', 'Ice', 'Lost anchor', 'Parking', 'Fog'],
        people: ['Anna Roos', ...PEOPLE.toReversed()],
        lists: ['crew@harbour.example', 'tenors@choir.example', ...LISTS],
      },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const files = await debianFiles('mailman3');
  const cwd = await emptyFolder();
  await writeFile(path.join(cwd, 'mailman.cfg'), SETTINGS);
  await writeFile(path.join(cwd, 'serve.py'), SERVE);
  return running({
    command: '/usr/bin/python3',
    args: ['serve.py'],
    cwd,
    port: PORT,
    env: { PYTHONPATH: path.join(files, 'usr/lib/python3/dist-packages') },
  });
}

/** Lists with their members; to each list somebody wrote who may not, and somebody asks to be let in. */
async function prepare(client, { earlier }) {
  const basic = ADMINISTRATOR.map(typed);
  const post = (url, form) => client.send({ method: 'POST', url: `/3.1/${url}`, basic, form });
  for (const [mail_host, description] of Object.entries(DOMAINS))
    await post('domains', { mail_host, description });
  for (const name of earlier.people) await settle(post, name);
  for (const address of earlier.lists) {
    const list_id = address.replace('@', '.');
    await post('lists', { fqdn_listname: address });
    const form = { subscription_policy: 'moderate' };
    await client.send({ method: 'PATCH', url: `/3.1/lists/${list_id}/config`, basic, form });
    const let_in = { list_id, pre_verified: true, pre_confirmed: true, send_welcome_message: false };
    const members = [
      ...earlier.people,
      ...Array.from({ length: earlier.members }, (_, index) => `Member ${index}`),
    ];
    for (const name of members)
      await post('members', { ...let_in, subscriber: mailOf(name), display_name: name, pre_approved: true });
    for (const subject of [...earlier.mails, HELD[address.split('@')[0]] ?? 'Hello'])
      await post('queues/in', { list_id, text: mail(address, subject) });
    for (const name of APPLICANTS)
      await post('members', { ...let_in, subscriber: mailOf(name), display_name: name });
  }
}

/** A person with an account, whose address is known to be right. */
async function settle(post, name) {
  const email = mailOf(name);
  await post('users', { email, display_name: name });
  await post(`addresses/${email}/verify`, {});
  await post(`users/${email}/preferred_address`, { email });
}

function mailOf(name) {
  return `${name.toLowerCase().replace(' ', '.')}@people.example`;
}

function mail(to, subject) {
  const id = `<${subject.toLowerCase().replaceAll(/\W+/g, '-')}.${to}>`;
  return `From: guest@elsewhere.example
To: ${to}
Subject: ${subject}
Message-ID: ${id}
Date: Mon, 05 Jan 2026 08:00:00 +0000

${subject}: please tell everybody.
`;
}

async function session(client, inputs) {
  const basic = ADMINISTRATOR.map(typed);
  const send = (method, url, form, query = {}) => client.send({ method, url, basic, form, query });
  const made = (answer) => send('GET', answer.link(answer.header('location')));

  const list = await made(await open(send, inputs));
  const list_id = list.member('list_id').as('created-id');
  const config = joined`/3.1/lists/${list_id}/config`;
  await send('GET', config);
  const [description, subject_prefix, subscription_policy] = inputs.settings.map(typed);
  await send('PATCH', config, { description, subject_prefix, subscription_policy });

  const [subscriber, display_name] = inputs.reader.map(typed);
  const known = { pre_verified: true, pre_confirmed: true, pre_approved: true };
  const reader = await made(
    await send('POST', '/3.1/members', { list_id, subscriber, display_name, ...known }),
  );
  const users = await send('GET', '/3.1/users', undefined, { count: 10, page: 1 });
  const person = users.pick(['entries'], (user) => user.display_name === inputs.moderator, 'user_id');
  await send('POST', '/3.1/members', { list_id, subscriber: person, role: 'moderator' });
  const [header, pattern] = inputs.unwanted.map(typed);
  const matches = joined`/3.1/lists/${list_id}/header-matches`;
  await send('POST', matches, { header, pattern, action: 'hold' });

  await moderate(send, inputs);
  await send('DELETE', reader.link(reader.member('self_link')));
  await send('DELETE', list.link(list.member('self_link')));
}

/** Opens a list in one of the domains, in one of the styles. */
async function open(send, { domain, name, style }) {
  const domains = await send('GET', '/3.1/domains');
  const host = domains.pick(['entries'], ({ description }) => description === domain, 'mail_host');
  const styles = await send('GET', '/3.1/lists/styles');
  const style_name = styles.pick(['styles'], ({ description }) => description === style, 'name');
  return send('POST', '/3.1/lists', { fqdn_listname: joined`${typed(name)}@${host}`, style_name });
}

/** Sees to what waits at another list: a mail, somebody who wants in, and a member who is away. */
async function moderate(send, { moderated, applicant, member }) {
  const lists = await send('GET', '/3.1/lists');
  const list = lists.pick(['entries'], ({ display_name }) => display_name === moderated, 'list_id');
  const held = joined`/3.1/lists/${list}/held`;
  const wanted = HELD[moderated.toLowerCase()];
  const mails = await send('GET', held);
  const mail = mails.pick(['entries'], ({ subject }) => subject === wanted, 'request_id');
  await send('GET', joined`${held}/${mail}`);
  await send('POST', joined`${held}/${mail}`, { action: 'accept' });

  const requests = joined`/3.1/lists/${list}/requests`;
  const asked = await send('GET', requests, undefined, { token_owner: 'moderator' });
  const token = asked.pick(['entries'], ({ display_name }) => display_name === applicant, 'token');
  await send('POST', joined`${requests}/${token}`, { action: 'accept' });

  const roster = await send('GET', joined`/3.1/lists/${list}/roster/member`);
  const isAway = ({ display_name }) => display_name === member;
  const away = roster.pick(['entries'], isAway, 'member_id');
  await send('PATCH', joined`/3.1/members/${away}/preferences`, { delivery_status: 'by_user' });
}
