/** A person at a browser: what they type is noted, for it is the truth about where those values came from. */
import { chromium } from 'playwright-core';
import { debianProgram } from '../running.mjs';

const WITHIN = 20_000;

/**
 * Opens a browser without a past on the application; `uses` plays the session. `login` has what the person answers when the
 * browser itself asks for a name and a password. Resolves to the typed texts.
 */
export async function atBrowser({ origin, pending, login }, uses) {
  const browser = await chromium.launch({
    executablePath: debianProgram('/usr/bin/chromium', 'chromium'),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1400, height: 1000 },
      httpCredentials: login,
    });
    context.setDefaultTimeout(WITHIN);
    // Nothing leaves the loopback, whatever a page would like to fetch.
    await context.route(
      (url) => url.hostname !== '127.0.0.1',
      (route) => route.abort(),
    );
    const person = new Person(await context.newPage(), pending);
    await uses(person).catch(async (error) => {
      if (process.env.PAGE_AT_FAILURE !== undefined)
        await person.page.screenshot({ path: process.env.PAGE_AT_FAILURE });
      throw error;
    });
    await person.settled();
    return person.typed;
  } finally {
    await browser.close();
  }
}

class Person {
  /** Each text, in the order in which it was typed first. */
  typed = [];
  #pending;

  constructor(page, pending) {
    this.page = page;
    this.#pending = pending;
  }

  /** Opens an address that the person knows by heart. */
  async open(path) {
    await this.page.goto(path);
    await this.settled();
  }

  /** Replaces what is in a field. */
  async fill(field, text) {
    this.#note(text);
    await this.#one(field).fill(text);
  }

  /** Types key by key, for pages that look at every key. */
  async type(field, text) {
    this.#note(text);
    await this.#one(field).click();
    await this.page.keyboard.type(text, { delay: 5 });
  }

  /** Puts a file into a field. */
  async upload(field, name, text, mimeType = 'text/plain') {
    this.#note(name);
    this.#note(text);
    await this.#one(field).setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
  }

  /** Picks the item of a select field that is called so. */
  async select(field, label) {
    this.#note(label);
    await this.#one(field).selectOption({ label });
  }

  /** Clicks, and waits until the application has answered. */
  async click(element) {
    await this.#one(element).click();
    await this.settled();
  }

  /** Waits until nothing has been asked for a moment. */
  async settled() {
    let quiet = 0;
    while (quiet < 4) {
      await this.page.waitForTimeout(100);
      quiet = this.#pending() === 0 ? quiet + 1 : 0;
    }
  }

  #one(element) {
    return (typeof element === 'string' ? this.page.locator(element) : element).first();
  }

  #note(text) {
    if (text !== '' && !this.typed.includes(text)) this.typed.push(text);
  }
}
