/**
 * Driving a workbench as a person does: with the keyboard, the mouse and what is to be seen, never through
 * VS Code's interfaces. Everything waits for what it needs, nothing for time to pass.
 */
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Opens a file as a person does, by quick open. Its list still shows what fitted the text before for a moment,
 * so that another file of the same name may open first: then it is done again.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} path a name in the workspace, or an absolute path: a file that is new may not be found by its name yet
 */
export async function openFile(page, path) {
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: basename(path) }).first();
  const opened = page.locator('.tab.active', { has: page.locator(`.tab-label[aria-label*="${path}"]`) });
  await pick(page, 'Control+P', path, row, opened.first());
}

/**
 * Chooses a command from the palette; `title` with its category, as the palette shows it.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} title such as `View: Close All Editors`
 */
export async function chooseCommand(page, title) {
  await pick(page, 'F1', `>${title}`, quickPickRow(page, title));
}

/**
 * Whether the palette offers a command; `title` with its category, as the palette shows it.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} title such as `Chainwright: Run Request`
 * @returns {Promise<boolean>}
 */
export async function offersCommand(page, title) {
  const row = quickPickRow(page, title);
  const others = page.locator('.quick-input-list').getByText('similar commands').filter({ visible: true });
  let isOffered = false;
  await untilShown(async (patience) => {
    await writeQuickInput(page, 'F1', `>${title}`, patience);
    await row.or(others).first().waitFor(patience);
    isOffered = (await row.count()) > 0;
  });
  await page.keyboard.press('Escape');
  return isOffered;
}

/**
 * Opens the quick input by a key, writes into it and clicks the line that is then listed; waits for what that
 * opens, where it is told.
 *
 * The quick input closes when anything else takes the focus, as an editor does that opens late, and one that
 * was opened too early does not learn what comes later; a person would open it again, and so does this.
 */
async function pick(page, key, text, row, opened) {
  try {
    await untilShown(async (patience) => {
      await writeQuickInput(page, key, text, patience);
      await row.click(patience);
      await opened?.waitFor(patience);
    });
  } catch (error) {
    const dialogs = await page.locator('.monaco-dialog-box').allInnerTexts();
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
    throw new Error(`${error.message}\nDialogs: ${dialogs.join('; ')}\nThe focus is in: ${focused}`, {
      cause: error,
    });
  }
}

/**
 * Opens the quick input by a key, again where it is open already, and writes into it. Keys are lost while a page
 * has the focus that is closing or not answering; the mouse then leads out of it.
 */
async function writeQuickInput(page, key, text, patience) {
  const input = page.locator('.quick-input-widget input').first();
  if (await input.isVisible()) {
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press(key);
  const isOpen = await input.waitFor({ timeout: patience.timeout / 2 }).then(
    () => true,
    () => false,
  );
  if (!isOpen) {
    await page.locator('.command-center-quick-pick').click(patience);
  }
  await input.fill(text, patience);
}

/**
 * Does it again, a few times, when what should be shown is not there. Each time it waits longer: on a busy
 * machine it may just not be there yet.
 */
async function untilShown(attempt) {
  for (let timeout = 5_000; ; timeout *= 2) {
    const pause = sleep(timeout, undefined, { ref: false });
    try {
      await attempt({ timeout });
      return;
    } catch (error) {
      if (timeout > 30_000) {
        throw error;
      }
      await pause;
    }
  }
}

/** Closes every editor, and drops what was not saved. */
export async function closeEditors(page) {
  await chooseCommand(page, 'View: Close All Editors');
  // A file may have got its changes in this moment, so the questions cannot be foreseen: there is one for each such file.
  const dropChanges = page.getByRole('button', { name: /^Don.t Save$/ });
  const withoutEditors = page.locator('.monaco-workbench:not(:has(.tab))');
  for (;;) {
    await dropChanges.or(withoutEditors).first().waitFor();
    if (!(await dropChanges.isVisible())) {
      break;
    }
    // the question may be the one that was just answered, on its way out
    await dropChanges.click({ timeout: 2_000 }).catch(() => undefined);
  }
  await withoutEditors.waitFor();
}

/** The line of a quick pick that has this label. */
export function quickPickRow(page, label) {
  const named = page.locator('.label-name').getByText(label, { exact: true });
  return page.locator('.quick-input-list .monaco-list-row', { has: named }).first();
}

/**
 * The lens of the active editor with this text that is in sight, the first of several.
 *
 * @param {import('playwright-core').Page} page
 * @param {string | RegExp} title
 */
export function lens(page, title) {
  const lenses = page.locator('.editor-group-container.active .codelens-decoration a');
  return lenses.filter({ hasText: title, visible: true }).first();
}

/**
 * The middle of a word in the text of the active editor; its line has to be in sight.
 *
 * The mouse is led there, instead of an element of the page: the editor draws words as they come, several
 * in one element or one in several, and scrolls when an element is asked to come into sight.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} line text of the line, or a part that no other line has
 * @param {string} word part of that text
 * @returns {Promise<{ readonly x: number, readonly y: number }>} in pixels of the page
 */
export async function wordPlace(page, line, word) {
  const found = page.locator('.editor-group-container.active .view-line', { hasText: line }).first();
  await found.waitFor();
  return found.evaluate(middleOf, { line, word });
}

/** Runs in the page: the middle of the word after the beginning of `line` in the drawn text. */
function middleOf(element, { line, word }) {
  const nodes = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push(node);
  }
  // the editor writes spaces as no-break spaces
  const text = nodes
    .map(({ data }) => data)
    .join('')
    .replaceAll('\u00a0', ' ');
  const start = text.indexOf(word, Math.max(text.indexOf(line), 0));
  if (start < 0) {
    throw new Error(`The line has no ${word}: ${text}`);
  }
  let offset = start + Math.floor(word.length / 2);
  let index = 0;
  while (offset >= nodes[index].length) {
    offset -= nodes[index].length;
    index += 1;
  }
  const range = document.createRange();
  range.setStart(nodes[index], offset);
  range.setEnd(nodes[index], offset + 1);
  const { x, y, width, height } = range.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Points at a word of the active editor and waits for what is shown about it. */
export async function hoverWord(page, line, word) {
  const { x, y } = await wordPlace(page, line, word);
  await page.mouse.move(x, y);
  const hover = page.locator('.monaco-editor .monaco-hover:not(.hidden)').first();
  await hover.waitFor();
  return hover;
}

/**
 * Clicks into a word of the active editor, which puts the cursor there. Lines move when lenses are drawn
 * above them, and the click may have hit another line: then it is done again.
 */
export async function clickWord(page, line, word) {
  await untilShown(async (patience) => {
    const { x, y } = await wordPlace(page, line, word);
    await page.mouse.click(x, y);
    await page.waitForFunction(isCursorIn, line, patience);
  });
}

/** Runs in the page: whether the cursor is in the line with this text. */
function isCursorIn(line) {
  const editor = document.querySelector('.editor-group-container.active .monaco-editor.focused');
  const lines = [...(editor?.querySelectorAll('.view-line') ?? [])];
  const drawn = lines.find(({ textContent }) => textContent.replaceAll('\u00a0', ' ').includes(line));
  const cursor = editor?.querySelector('.cursors-layer .cursor');
  if (drawn === undefined || !cursor) {
    return false;
  }
  const { top, height } = drawn.getBoundingClientRect();
  return Math.abs(cursor.getBoundingClientRect().top - top) < height / 2;
}

/**
 * Chooses a quick fix for the problem under the cursor; its list, too, closes when anything else takes the
 * focus.
 */
export async function chooseFix(page, title) {
  await untilShown(async (patience) => {
    await page.keyboard.press('Control+Period');
    await page.locator('.action-widget').getByText(title).click(patience);
  });
}

/**
 * The line of a view's tree whose accessible name begins with this text.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} view accessible name of the tree, such as `Chains`
 * @param {string} name
 */
export function treeRow(page, view, name) {
  return page
    .locator(`[role="tree"][aria-label^="${view}"] [role="treeitem"][aria-label^="${name}"]`)
    .first();
}

/**
 * Clicks a line of a tree. Lines move when the tree is drawn again, and the click may have hit another line:
 * then it is done again.
 *
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} row
 */
export async function clickRow(page, row) {
  await untilShown(async (patience) => {
    await row.click(patience);
    await row.and(page.locator('.focused')).waitFor(patience);
  });
}

/**
 * Folds every line of a view's tree, so that all are in sight. A click may be lost while the tree is drawn again: then
 * it is done again.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} view the beginning of its name
 */
export async function collapseAll(page, view) {
  const unfolded = page.locator(`[role="tree"][aria-label^="${view}"] [aria-expanded="true"]`).first();
  await untilShown(async (patience) => {
    await page.locator(`.pane-header[aria-label^="${view}"]`).hover(patience);
    await page.getByRole('button', { name: 'Collapse All' }).first().click(patience);
    await unfolded.waitFor({ state: 'detached', ...patience });
  });
}

/**
 * Moves in a tree that has the focus to a line, which need not be in sight. Rejects when there is none.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} view the beginning of its name
 * @param {string} name the beginning of what the line is called
 */
export async function moveToRow(page, view, name) {
  await page.keyboard.press('Home');
  const row = page.locator(`[role="tree"][aria-label^="${view}"] .focused[aria-label^="${name}"]`);
  for (let tries = 0; tries < 100 && !(await row.isVisible()); tries += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await row.waitFor();
}

/**
 * Gives a view the focus, once the results of a run that has just ended are open: they come late, and may
 * take the focus with them. The first line is clicked, which folds or unfolds it.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} view the beginning of its name
 * @param {string} chain name of the chain that was run
 */
export async function focusViewAfterRun(page, view, chain) {
  await page.locator('.tab', { hasText: `Results: ${chain}` }).waitFor();
  await webviewFrame(page).getByRole('heading', { name: chain }).first().waitFor();
  await chooseCommand(page, `Chainwright: Focus on ${view} View`);
  await page.locator(`[role="tree"][aria-label^="${view}"] [role="treeitem"]`).first().click();
}

/**
 * Opens the menu of a line and chooses from it. The item by keyboard: VS Code takes a click that comes at
 * once for the end of the one that opened the menu. A view that is drawn again meanwhile may have the focus
 * on another line, or none.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} label
 * @param {() => Promise<void>} open opens the menu of the line, wherever the focus is
 */
export async function chooseMenuItem(page, label, open) {
  const menu = page.locator('.monaco-menu');
  await untilShown(async (patience) => {
    if (await menu.isVisible()) {
      await page.keyboard.press('Escape');
    }
    await open();
    await menu.getByText(label).hover(patience);
  });
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
}

/**
 * A message in the notification centre, which is opened for it: under test VS Code shows no toasts. By its
 * bell, as keys are lost while a page closes that has the focus, and messages come at such times. It closes
 * when its last message goes, which may be the progress of what is waited for: then it is opened again.
 *
 * @param {import('playwright-core').Page} page
 * @param {string | RegExp} text
 */
export async function notification(page, text) {
  const centre = page.locator('.notifications-center');
  const message = centre.locator('.notification-list-item', { hasText: text }).first();
  await untilShown(async (patience) => {
    if (!(await centre.isVisible())) {
      await page.locator('#status\\.notifications').click(patience);
      await page.mouse.move(0, 0); // what the bell says of itself would cover buttons
    }
    await message.waitFor(patience);
  });
  return message;
}

/** The page of the webview in front, inside the frames that VS Code puts around it. */
export function webviewFrame(page) {
  return page.frameLocator('iframe.webview').frameLocator('#active-frame');
}

/**
 * Selects a tab of a page, which may be in the menu of those that have no room. A page that is drawn anew may
 * move it there or back, and has other tabs at first.
 *
 * @param {import('playwright-core').Page | import('playwright-core').FrameLocator} root
 * @param {string | RegExp} name
 */
export async function selectTab(root, name) {
  const tab = root.getByRole('tab', { name }).first();
  const more = root.getByRole('button', { name: 'More tabs' });
  await untilShown(async (patience) => {
    await tab.or(more).first().waitFor(patience);
    if (await tab.isVisible()) {
      await tab.click(patience);
    } else {
      await chooseHiddenTab(root, await more.all(), name, patience);
    }
  });
}

/** Chooses it from the first of the menus that has it. */
async function chooseHiddenTab(root, menus, name, patience) {
  const items = root.getByRole('menuitem');
  for (const button of menus) {
    await button.click(patience);
    await items.first().waitFor(patience);
    const item = root.getByRole('menuitem', { name });
    if (await item.isVisible()) {
      await item.click(patience);
      // It gives the focus back when it closes.
      await item.waitFor({ state: 'detached', ...patience });
      return;
    }
    await items.first().press('Escape');
  }
  throw new Error(`There is no tab ${name}.`);
}
