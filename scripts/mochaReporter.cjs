/** Mocha's own reporter for people, which also writes the counts to a file (`--reporter-option file=…`). */
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

module.exports = class CountingReporter extends reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = runner.stats;
      const report = { passed: passes, failed: failures, skipped: pending };
      writeFileSync(options.reporterOptions.file, JSON.stringify(report));
    });
  }
};
