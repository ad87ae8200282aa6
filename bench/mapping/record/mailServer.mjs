/**
 * Mail on the loopback for applications that read and send it: Debian's `dovecot-imapd`, started as root with settings of its
 * own, and a server that takes what is sent.
 */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { debianProgram, finished, running } from './running.mjs';

/** Folders that mail programs know by what they are for. */
const SPECIAL = ['Drafts', 'Sent', 'Trash', 'Junk'];

/** Takes mails and delivers them nowhere (RFC 5321). */
export async function mailSink(port) {
  const server = createServer((socket) => {
    let isInMail = false;
    socket.on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    createInterface(socket).on('line', (line) => {
      if (isInMail && line !== '.') return;
      isInMail = line === 'DATA';
      const code = line === 'QUIT' ? 221 : isInMail ? 354 : 250;
      socket.write(`${code} ok\r\n`);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/**
 * Starts a Dovecot in a folder that other users can enter, with the mail of one user.
 *
 * @param {{ cwd: string, port: number, user: [string, string], next: Record<string, number>, mails: [string, string][] }} given
 *   name and password; the number that the next message of each folder gets, where the inbox has the name `''`; senders
 *   and subjects of what is in the inbox, an hour apart
 */
export async function mailServer({ cwd, port, user: [name, password], next, mails }) {
  const command = debianProgram('/usr/sbin/dovecot', 'dovecot-imapd');
  const config = path.join(cwd, 'dovecot.conf');
  await writeFile(config, settings(cwd, port));
  await writeFile(path.join(cwd, 'users'), `${name}:{PLAIN}${password}\n`);
  const home = path.join(cwd, 'mail', name);
  for (const [folder, uid] of Object.entries(next)) {
    const place = path.join(home, folder === '' ? '' : `.${folder}`);
    for (const part of ['cur', 'new', 'tmp']) await mkdir(path.join(place, part), { recursive: true });
    await writeFile(path.join(place, 'dovecot-uidlist'), `3 V1700000000 N${uid}\n`);
  }
  const folders = Object.keys(next).filter((folder) => folder !== '' && !SPECIAL.includes(folder));
  await writeFile(path.join(home, 'subscriptions'), `${folders.join('\n')}\n`);
  for (const [index, [from, subject]] of mails.entries()) {
    const date = new Date(Date.UTC(2026, 1, 3, 8 + index));
    const lines = [
      `From: ${from}`,
      `To: ${name}@post.example`,
      `Subject: ${subject}`,
      `Date: ${date.toUTCString()}`,
      `Message-ID: <${date.getTime()}@post.example>`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      `What do you think of it: ${subject}?`,
      '',
    ];
    await writeFile(path.join(home, 'cur', `${date.getTime() / 1000}.M${index}.host:2,`), lines.join('\r\n'));
  }
  await finished({ command: 'chown', args: ['-R', 'mail:mail', path.join(cwd, 'mail')], cwd });
  const server = await running({ command, args: ['-F', '-c', config], cwd, port });
  return {
    async stop() {
      await finished({ command, args: ['-c', config, 'stop'], cwd });
      await server.stop();
    },
  };
}

function settings(cwd, port) {
  const mailboxes = SPECIAL.map(
    (name) => `mailbox ${name} {\n auto = subscribe\n special_use = \\${name}\n }\n`,
  );
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${cwd}/run
state_dir = ${cwd}/run
log_path = ${cwd}/dovecot.log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${cwd}/mail/%u
first_valid_uid = 1
passdb {
 driver = passwd-file
 args = ${cwd}/users
}
userdb {
 driver = static
 args = uid=mail gid=mail home=${cwd}/mail/%u
}
service imap-login {
 inet_listener imap {
 port = ${port}
 }
 inet_listener imaps {
 port = 0
 }
}
namespace inbox {
 inbox = yes
 ${mailboxes.join('')}
}
`;
}
