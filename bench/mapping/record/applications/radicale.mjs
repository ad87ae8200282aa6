/**
 * Radicale (Debian's `radicale`): a calendar over CalDAV. Requests and answers are XML; addresses are found from answer
 * to answer, events are changed while their ETag holds, and a token says since when changes are asked for.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianProgram, emptyFolder, running } from '../running.mjs';
import { derived, joined, typed } from '../traced.mjs';
import { element } from '../xml.mjs';

const PORT = 3930;
const DAV = { xmlns: 'DAV:' };
const CALDAV = { ...DAV, 'xmlns:C': 'urn:ietf:params:xml:ns:caldav' };
const SERVER = { ...DAV, 'xmlns:S': 'http://calendarserver.org/ns/' };
const COLOUR = { ...DAV, 'xmlns:A': 'http://apple.com/ns/ical/' };

export const application = {
  inputs: {
    a: {
      user: ['greta', 'plum&stone'],
      calendar: 'Family',
      appointment: ['20260114T170000Z', 'Swimming lesson', '20260114T180000Z'],
      cancelled: 'Dentist',
      made: ['Garden', '#3a8f5cff', '20260320T080000Z', 'Prune the vines'],
      season: ['20260301T000000Z', '20260401T000000Z'],
      own: [
        '5f0c2b7e-93d1-4a58-8e46-0d1c7b2fa935',
        'c1a6d3f8-2b74-49e0-9d15-7e803fb46a21',
        '08e7b94d-61fc-4c2a-b3d9-5a2176ce0f84',
      ],
    },
    b: {
      user: ['hugo', 'seven=lamps'],
      calendar: 'Work',
      appointment: ['20260209T090000Z', 'Budget talks', '20260209T133000Z'],
      cancelled: 'Stand-up',
      made: ['Band', '#b4521eff', '20260517T190000Z', 'Rehearsal'],
      season: ['20260501T000000Z', '20260601T000000Z'],
      own: [
        'e93b50a7-1d6f-4827-a0c4-b8f25d7e6193',
        '27d8f61c-a05b-4e93-8c7f-41e6903bd52a',
        'b640e2f9-7c18-4d35-92ab-f3065c8d71e7',
      ],
    },
  },
  start,
  prepare,
  session,
};

const USERS = Object.values(application.inputs).map(({ user }) => user);

async function start() {
  const command = debianProgram('/usr/bin/radicale', 'radicale');
  const cwd = await emptyFolder();
  const settings = {
    server: { hosts: `127.0.0.1:${PORT}` },
    auth: { type: 'htpasswd', htpasswd_filename: 'users', htpasswd_encryption: 'plain' },
    storage: { filesystem_folder: 'collections' },
    logging: { level: 'warning' },
  };
  const sections = Object.entries(settings).map(([section, values]) => {
    const lines = Object.entries(values).map(([name, value]) => `${name} = ${value}\n`);
    return `[${section}]\n${lines.join('')}`;
  });
  await writeFile(path.join(cwd, 'config'), sections.join(''));
  await writeFile(path.join(cwd, 'users'), USERS.map((user) => `${user.join(':')}\n`).join(''));
  return running({ command, args: ['--config', 'config'], cwd, port: PORT });
}

/** What both users have there already, made with other programs: addresses are random. */
async function prepare(client) {
  const events = {
    Family: ['Dentist', 'School play'],
    Work: ['Stand-up', 'Review'],
    Birthdays: ['Aunt Ida'],
  };
  for (const user of USERS) {
    const basic = user.map(typed);
    for (const [calendar, titles] of Object.entries(events)) {
      const url = `/${user[0]}/${randomUUID()}/`;
      await client.send({ method: 'MKCALENDAR', url, basic, xml: calendarCalled(calendar) });
      for (const title of titles) {
        const uid = randomUUID();
        const event = eventText(uid, '20260121T100000Z', title);
        await client.send({ method: 'PUT', url: `${url}${uid}.ics`, basic, ...event });
      }
    }
  }
}

async function session(client, { user, calendar, appointment, cancelled, made, season, own }) {
  const basic = user.map(typed);
  const send = (method, url, { depth, ...rest } = {}) =>
    client.send({
      method,
      url,
      basic,
      ...rest,
      headers: { ...(depth === undefined ? {} : { depth: String(depth) }), ...rest.headers },
    });
  const mine = await openCalendar(send, calendar);
  const since = (token) => send('REPORT', mine, { xml: changesSince(token) });

  const all = await since('');
  const hrefs = [1, 2].map((index) =>
    element('href', {}, all.element(`//response[${index}]/href`).as('list-pick')),
  );
  const wanted = element('prop', {}, element('getetag'), element('C:calendar-data'));
  const read = await send('REPORT', mine, { xml: element('C:calendar-multiget', CALDAV, wanted, ...hrefs) });

  const [uid, newCalendar, otherUid] = own;
  const [starts, title, startsLater] = appointment;
  const url = joined`${mine}${derived(`${uid}.ics`)}`;
  const added = await send('PUT', url, {
    ...eventText(uid, typed(starts), typed(title)),
    headers: { 'if-none-match': '*' },
  });
  const moved = await send('PUT', url, {
    ...eventText(uid, typed(startsLater), typed(title)),
    headers: { 'if-match': added.header('etag').as('etag') },
  });
  const changes = await since(all.element('/multistatus/sync-token').as('position'));
  const unwanted = `//response[contains(propstat/prop/C:calendar-data, 'SUMMARY:${cancelled}')]`;
  await send('DELETE', joined`${read.element(`${unwanted}/href`).as('list-pick')}`, {
    headers: { 'if-match': read.element(`${unwanted}/propstat/prop/getetag`).as('list-pick') },
  });
  await since(changes.element('/multistatus/sync-token').as('position'));

  const [name, colour, sowing, task] = made.map(typed);
  const garden = joined`/${basic[0]}/${derived(newCalendar)}/`;
  await send('MKCALENDAR', garden, { xml: calendarCalled(name) });
  await send('PROPPATCH', garden, { xml: property(COLOUR, 'A:calendar-color', colour, 'propertyupdate') });
  await send('PUT', joined`${garden}${derived(`${otherUid}.ics`)}`, eventText(otherUid, sowing, task));
  const range = element('C:time-range', { start: typed(season[0]), end: typed(season[1]) });
  const inRange = element(
    'C:comp-filter',
    { name: 'VCALENDAR' },
    element('C:comp-filter', { name: 'VEVENT' }, range),
  );
  const found = await send('REPORT', garden, {
    depth: 1,
    xml: element(
      'C:calendar-query',
      CALDAV,
      element('prop', {}, element('getetag')),
      element('C:filter', {}, inRange),
    ),
  });
  await send('DELETE', found.link(found.element('//response/href')), {
    headers: { 'if-match': found.element('//response/propstat/prop/getetag').as('etag') },
  });
  await send('DELETE', garden);
  await send('DELETE', url, { headers: { 'if-match': moved.header('etag').as('etag') } });
}

/** Finds the way from the server's name to the calendar, as RFC 6764 §6 has it; its address. */
async function openCalendar(send, calendar) {
  const root = await send('PROPFIND', '/', { depth: 0, xml: propfind(DAV, 'current-user-principal') });
  const principal = await send('PROPFIND', root.link(root.element('//current-user-principal/href')), {
    depth: 0,
    xml: propfind(CALDAV, 'displayname', 'C:calendar-home-set'),
  });
  const home = principal.link(principal.element('//C:calendar-home-set/href'));
  const list = await send('PROPFIND', home, {
    depth: 1,
    xml: propfind(SERVER, 'resourcetype', 'displayname', 'S:getctag'),
  });
  return joined`${list.element(`//response[propstat/prop/displayname='${calendar}']/href`).as('list-pick')}`;
}

function propfind(names, ...properties) {
  return element('propfind', names, element('prop', {}, ...properties.map((name) => element(name))));
}

function changesSince(token) {
  const level = element('sync-level', {}, '1');
  const wanted = element('prop', {}, element('getetag'));
  return element('sync-collection', DAV, element('sync-token', {}, token), level, wanted);
}

function calendarCalled(name) {
  return property(CALDAV, 'displayname', name, 'C:mkcalendar');
}

/** A request that sets one property. */
function property(names, name, value, request) {
  return element(request, names, element('set', {}, element('prop', {}, element(name, {}, value))));
}

function eventText(uid, starts, title) {
  const text = joined`BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//recording//EN\r
BEGIN:VEVENT\r
UID:${uid}\r
DTSTAMP:20260105T090000Z\r
DTSTART:${starts}\r
DURATION:PT1H\r
SUMMARY:${title}\r
END:VEVENT\r
END:VCALENDAR\r
`;
  return { text, mimeType: 'text/calendar' };
}
