/**
 * The official SARIF validator (npm package `@microsoft/sarif-multitool`, its program for this platform), which
 * knows the standard's rules and GitHub's. It is test machinery of 100 MB and no dependency: it is kept next
 * to the test VS Code in `.vscode-test/`.
 */
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached, npmInstall, Unavailable } from './vscode/cache.mjs';

const VERSION = '5.7.0';

/** Programs by platform, with the digest of their package: a program that is run is one that was looked at. */
const PROGRAMS = {
  darwin: {
    file: 'Sarif.Multitool',
    integrity:
      'sha512-SstDqFy/LQo2NEoInbTqLDa4nmbHti1luAMc6SSHTYUVAE3B/ehOMEkH6Cl6jzIiwXhmNCcd+dsU/LPuO0YaRA==',
  },
  win32: {
    file: 'Sarif.Multitool.exe',
    integrity:
      'sha512-nhXvebkVa3vI1inD1p26P4Hoa3wFHfyHDTDDhJUgsZRK5f7yskf2fjBXWLh3DSVXSjvq4PrihYDC/UuW4F3VgA==',
  },
  linux: {
    file: 'Sarif.Multitool',
    integrity:
      'sha512-NxUbpq6ISCWoTQ/NfOYEwEDKq1Heka/rMoJ5R5LMydcAZQX/X7g5mWHcgxDub+0M07LC96tZ5LZHvF1Qy3gjTA==',
  },
};

/**
 * Path of the validator's program; installed at the first call. Throws {@link Unavailable} where there is none
 * for the platform, or where the registry does not give it.
 *
 * @returns {Promise<string>}
 */
export async function sarifMultitool() {
  const program = PROGRAMS[process.platform];
  // Its programs are for x64 only; Windows and macOS run them on ARM as well.
  if (program === undefined || (process.platform === 'linux' && process.arch !== 'x64')) {
    throw new Unavailable(`There is no SARIF validator for ${process.platform} on ${process.arch}.`);
  }
  const name = `@microsoft/sarif-multitool-${process.platform}`;
  const folder = await cached(`sarif-multitool-${process.platform}-${VERSION}`, async (partial) => {
    await npmInstall(partial, [`${name}@${VERSION}`]);
    await checkIntegrity(partial, name, program.integrity);
    // Its install script would do this.
    await chmod(join(partial, 'node_modules', name, program.file), 0o755);
  });
  return join(folder, 'node_modules', name, program.file);
}

/** npm has compared the package with the digest that it writes down; here it is compared with ours. */
async function checkIntegrity(folder, name, expected) {
  const lock = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  const { integrity } = lock.packages[`node_modules/${name}`];
  if (integrity !== expected) {
    throw new Error(`${name} ${VERSION} is not the package that was looked at: its digest is ${integrity}.`);
  }
}
