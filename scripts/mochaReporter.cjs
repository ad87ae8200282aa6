/**
 * Mocha's own reporter for people, which also says what took longest, hooks included, and writes the counts and what
 * failed to a file (`--reporter-option file=…`).
 *
 * A process that something keeps alive after its last test would hold up the whole run without a word: it is
 * ended after a while, and the file tells what kept it.
 */
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

const GRACE_MS = 30_000;
/** Suites that are named, and what they take at least. */
const SLOWEST = 5;
const SLOW_MS = 5_000;

module.exports = class CountingReporter extends reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    const failed = [];
    runner.on('fail', (test, error) => failed.push([test, error]));
    const taken = new Map();
    const begun = new Map();
    runner.on('suite', (suite) => suite.parent?.root && begun.set(suite, performance.now()));
    runner.on('suite end', (suite) => {
      if (begun.has(suite)) {
        taken.set(suite.title, performance.now() - begun.get(suite));
      }
    });
    runner.once('end', () => {
      const { passes, failures, pending } = runner.stats;
      // hooks after a test may have said more about it
      const texts = failed.map(([test, error]) => `${test.fullTitle()}\n${error.stack ?? error.message}`);
      const report = { passed: passes, failed: failures, skipped: pending, failures: texts };
      const slowest = [...taken].filter(([, ms]) => ms > SLOW_MS).sort(([, one], [, other]) => other - one);
      for (const [title, ms] of slowest.slice(0, SLOWEST)) {
        console.log(`  ${(ms / 1000).toFixed(0)} s: ${title}`);
      }
      const { file } = options.reporterOptions;
      writeFileSync(file, JSON.stringify(report));
      setTimeout(() => {
        writeFileSync(file, JSON.stringify({ ...report, keptBy: process.getActiveResourcesInfo() }));
        process.exit();
      }, GRACE_MS).unref();
    });
  }
};
