/**
 * WordPress (Debian's `wordpress`, `wordpress-theme-twentytwentyone`, `libjs-underscore` and `php-getid3`, unpacked; installed
 * are `mariadb-server-core`, `php-cli`, `php-gd`, `php-mysql` and `php-xml`): pages that the server writes, with a token of its
 * own in each form and in each link of a row; scripts of the pages that call one address for all; and the block editor, which
 * is REST with a token in a header, and has a lock on each post. One small number for posts, files and versions, others for
 * people, categories and comments. Neither the server nor its pages reach anybody, and mail goes nowhere.
 */
import { wordpressSite } from '../wordpressSite.mjs';

export const application = {
  inputs: {
    a: {
      user: ['mira', 'oak-and-glue-5'],
      filed: ['Sharpening stones', 'Wood', 'Care'],
      search: 'bench',
      gone: 'Plan of a bench',
      changed: ['Which bench to buy', 'Which bench to build', ' Build one.'],
      isPreviewed: true,
      categories: [['Joinery'], ['Dovetails', 'Joinery']],
      post: ['A box of walnut', 'Cut on two evenings.', 'Dovetails'],
      file: ['sizes.txt', 'width 30\nheight 12\n'],
      newTag: 'handsaw',
      comment: ['How long do they dry?', 'A day, better two.'],
      newcomer: ['henrik', 'henrik@desk.example', 'long-plane-21', 'Author'],
      colleagues: ['otto'],
      past: {
        categories: ['Care', 'Wood'],
        tags: ['varnish'],
        posts: [
          ['Oil finish', 'Thin coats only.', 'Care'],
          ['Sharpening stones', 'Soak them for an hour.', 'Wood'],
          ['Plan of a bench', 'Two planks, four legs.', 'Wood'],
          ['Which bench to buy', 'None of them.', 'Wood'],
        ],
        comments: [
          ['Which bench to buy', 'Joost', 'I did, and like it.'],
          ['Oil finish', 'Karla', 'How long do they dry?'],
        ],
      },
    },
    b: {
      user: ['leon', 'two.magpies'],
      filed: ['Ringing station', 'Birds', 'Places'],
      search: 'nest',
      gone: 'Nest of the storks',
      isUndone: true,
      changed: ['How to clean a nest box', 'Cleaning a nest box', ' Wear gloves.'],
      comment: ['Is the hide open?', 'On Sundays.'],
      unwanted: 'Cheap binoculars!',
      categories: [['Owls'], ['Barn owls', 'Owls'], ['Hides', 'Places']],
      post: ['Boxes for owls', 'Three hang since March.', 'Barn owls'],
      isDraft: true,
      knownTag: ['came', 'cameras'],
      newcomer: ['wanda', 'wanda@desk.example', 'low-tide-of-may', 'Editor'],
      colleagues: ['nils', 'ruth', 'tove'],
      past: {
        categories: ['Birds', 'Places', 'Travel'],
        tags: ['spring', 'cameras', 'people', 'night'],
        posts: [
          ['Swallows are late', 'Seen on the third of May.', 'Birds'],
          ['Map of hides', 'Ask at the desk.', 'Places'],
          ['Ferries to the island', 'Not in winter.', 'Travel'],
          ['Ringing station', 'Open in autumn.', 'Birds'],
          ['Binoculars to lend', 'Five pairs.', 'Places'],
          ['Nest of the storks', 'There is a camera now.', 'Birds'],
          ['How to clean a nest box', 'In winter.', 'Birds'],
        ],
        comments: [
          ['Swallows are late', 'Ada', 'Here as well.'],
          ['Nest of the storks', 'Cy', 'Cheap binoculars!'],
          ['Map of hides', 'Bo', 'Is the hide open?'],
        ],
      },
    },
  },
  otherPast: {
    colleagues: ['nils', 'otto', 'ruth'],
    past: {
      categories: ['Wood', 'Places', 'Birds', 'Care'],
      tags: ['spring', 'varnish', 'cameras'],
      posts: [
        ['Swallows are late', 'Seen on the third of May.', 'Birds'],
        ['Plan of a bench', 'Two planks, four legs.', 'Wood'],
        ['Map of hides', 'Ask at the desk.', 'Places'],
        ['Bench at the pond', 'It has a view.', 'Places'],
        ['Which bench to buy', 'None of them.', 'Wood'],
        ['Oil finish', 'Thin coats only.', 'Care'],
        ['Ferries to the island', 'Not in winter.', 'Places'],
        ['Ringing station', 'Open in autumn.', 'Birds'],
        ['Nest of the storks', 'There is a camera now.', 'Birds'],
        ['Sharpening stones', 'Soak them for an hour.', 'Wood'],
      ],
      comments: [
        ['Swallows are late', 'Ada', 'Here as well.'],
        ['Map of hides', 'Bo', 'Is the hide open?'],
        ['Oil finish', 'Karla', 'How long do they dry?'],
        ['Which bench to buy', 'Joost', 'I did, and like it.'],
      ],
    },
  },
  start: wordpressSite,
  session,
  // What the editor asks for by itself to show what is there to choose from, and how the person likes the editor.
  isAside: ({ method, url, body }) =>
    method === 'OPTIONS' ||
    /\/wp-json\/(?:\?|wp\/v2\/(?:blocks?\b|users|taxonomies|themes|categories\/|tags\?.*hide_empty))/.test(
      url,
    ) ||
    /action=(?:heartbeat|fetch-list)/.test(url + body?.text),
  truth: truth(),
};

async function session(person, inputs) {
  const { user, filed, search, gone, isUndone, changed, unwanted, newcomer } = inputs;
  await person.open('/wp-admin/edit.php');
  await person.fill('#user_login', user[0]);
  await person.fill('#user_pass', user[1]);
  await person.click('#wp-submit');

  await file(person, filed);
  await person.fill('#post-search-input', search);
  await person.click('#search-submit');
  await act(person, row(person, gone), '.submitdelete');
  if (isUndone) await person.click('#message a[href*=untrash]');
  await person.click(row(person, changed[0]).locator('.row-title'));
  await rewrite(person, inputs);

  // The one answers comments before, the other after writing a post of their own.
  if (unwanted !== undefined) await moderate(person, inputs);
  await choose(person, 'posts', 'edit-tags.php?taxonomy=category');
  for (const category of inputs.categories) await addCategory(person, category);
  await choose(person, 'posts', 'post-new.php');
  await write(person, inputs);
  if (unwanted === undefined) await moderate(person, inputs);

  await choose(person, 'users', 'user-new.php');
  await enrol(person, newcomer);
  await person.page.locator('#wp-admin-bar-my-account').hover();
  await person.click('#wp-admin-bar-logout a');
}

/** Goes through a menu, which opens where the mouse is. */
async function choose(person, menu, page) {
  await person.page.locator(`#menu-${menu}`).hover();
  await person.click(`#menu-${menu} a[href="${page}"]`);
}

/** The row of the list of posts that has the title. */
function row(person, title) {
  return person.page.locator('#the-list tr').filter({ has: person.page.getByText(title, { exact: true }) });
}

/** Clicks something of a row, which is shown where the mouse is. */
async function act(person, item, button) {
  await item.hover();
  await person.click(item.locator(button));
}

/** Puts a post into another category. */
async function file(person, [title, from, to]) {
  await act(person, row(person, title), '.editinline');
  const form = person.page.locator('tr.inline-editor');
  for (const category of [from, to])
    await person.click(form.locator('.category-checklist label', { hasText: category }));
  await person.click(form.locator('.save'));
}

async function rewrite(person, { changed: [, title, addition], isPreviewed }) {
  await person.fill('.editor-post-title__input', title);
  await person.page.locator('.wp-block-paragraph').click();
  await person.page.keyboard.press('End');
  await person.page.keyboard.type(addition, { delay: 5 });
  if (isPreviewed) {
    await person.click('.block-editor-post-preview__button-toggle');
    await person.click('.edit-post-header-preview__button-external');
  }
  await person.click('.editor-post-publish-button');
}

async function addCategory(person, [name, parent]) {
  await person.fill('#tag-name', name);
  if (parent !== undefined) await person.select('#parent', parent);
  await person.click('#submit');
}

async function write(person, inputs) {
  const { post, isDraft } = inputs;
  const { keyboard } = person.page;
  await person.type('.editor-post-title__input', post[0]);
  await keyboard.press('Enter');
  await keyboard.type(post[1], { delay: 5 });
  if (inputs.file !== undefined) {
    await keyboard.press('Enter');
    await keyboard.type('/file', { delay: 50 });
    await person.page.locator('.components-autocomplete__result').first().waitFor();
    await keyboard.press('Enter');
    await person.upload('.block-editor-media-placeholder input[type=file]', ...inputs.file);
    await person.settled();
  }
  await person.click('.edit-post-sidebar__panel-tab[data-label=Post]');
  await person.click(`.editor-post-taxonomies__hierarchical-terms-choice label >> text="${post[2]}"`);
  if (isDraft) await person.click('.editor-post-save-draft');
  await tag(person, inputs);
  await person.click('.editor-post-publish-panel__toggle');
  await person.click('.editor-post-publish-button');
}

/** Gives the post a tag: a new one, or one that the editor finds by the letters that were typed. */
async function tag(person, { newTag, knownTag = [newTag] }) {
  const [letters, name] = knownTag;
  await person.type('.components-form-token-field__input', letters);
  await person.page.waitForTimeout(1000);
  await person.settled();
  if (name === undefined) {
    await person.page.keyboard.press('Enter');
    await person.settled();
  } else await person.click(person.page.getByRole('option', { name }));
}

/** Approves a comment and answers it; another one goes to the trash. */
async function moderate(person, { comment: [said, text], unwanted }) {
  await person.click('#menu-comments > a');
  await act(person, commentOf(person, said), '.approve a');
  await act(person, commentOf(person, said), '.reply button');
  await person.fill('#replycontent', text);
  await person.click('#replysubmit .save');
  if (unwanted !== undefined) await act(person, commentOf(person, unwanted), '.trash a');
}

function commentOf(person, said) {
  return person.page.locator('#the-comment-list tr').filter({ hasText: said });
}

async function enrol(person, [name, mail, password, role]) {
  await person.fill('#user_login', name);
  await person.fill('#email', mail);
  await person.fill('#pass1', password);
  await person.select('#role', role);
  await person.click('#createusersub');
}

/**
 * After the pages of `wp-admin` and their scripts (`inline-edit-post.js`, `tags.js`, `edit-comments.js`, `wp-lists.js`), and
 * after the packages of the block editor (`editor`, `core-data`, `api-fetch`, `media-utils`).
 */
function truth() {
  const admin = (page) => `/wp-admin/${page}.php`;
  const rest = (address) => `/wp-json/wp/v2/${address}`;
  const call = (action) => `POST ${admin('admin-ajax')} action=${action}`;
  const [filing, adding, unlocking] = ['inline-save', 'add-tag', 'wp-remove-post-lock'].map(call);
  const [approving, answering, removing] = ['dim-comment', 'replyto-comment', 'delete-comment'].map(call);
  const [list, tags, comments, users] = ['edit', 'edit-tags', 'edit-comments', 'user-new'].map(
    (page) => `GET ${admin(page)}`,
  );
  const enrolling = `POST ${admin('user-new')}`;
  const opening = `GET ${admin('post')}?action=edit`;
  const trashing = `GET ${admin('post')}?action=trash`;
  const undoing = `${list}?action=untrash`;
  const saving = `POST ${rest('posts/{id}')}`;
  const autosaving = `${saving}/autosaves`;
  const uploading = `POST ${rest('media')}`;
  const tagging = `POST ${rest('tags')}`;
  const searching = `GET ${rest('tags')}?per_page=20`;
  const choices = `GET ${rest('categories')}`;
  const login = '/wp-login.php';
  const preview = 'GET /{slug}?preview=true';
  // The same token is in each page of a session.
  const editors = [`GET ${admin('post-new')}`, opening];

  const either = (requests, names, location = 'body') =>
    names.map((name) => [requests, `${location} ${name}`, 'either']);
  const hidden = (answer, name, as = 'csrf') => ({
    answer,
    page: new RegExp(`name="${name}"[^>]*? value="([^"]+)"`),
    as,
  });
  const listed = (answer, page) => ({ answer, page, as: 'list-pick' });
  const inRow = (name) => listed(list, new RegExp(`<div class="${name}">([^<]+)</div>`));
  const inEditor = (page, as) => editors.map((answer) => ({ answer, page, as }));
  const sentTo = (answers, name, as = 'link') =>
    answers.map((answer) => ({ answer, header: 'location', pattern: new RegExp(`[?&]${name}=(\\w+)`), as }));
  const inPreview = (pattern) => ({ answer: autosaving, body: '$.preview_link', pattern, as: 'link' });
  const opened = inEditor(/initializeEditor\( 'editor', "post", (\d+)/, 'field');
  const made = (answer) => ({ answer, body: '$.id', as: 'created-id' });
  const [uploaded, known] = ['media/{id}', 'tags'].map((address) => `GET ${rest(address)}`);
  const withToken = [saving, autosaving, uploading, tagging, choices, uploaded, known];
  return [
    // Words of the pages.
    ...either([`GET ${login}`], ['redirect_to', 'reauth', 'loggedout', 'wp_lang'], 'query'),
    ...either([`POST ${login}`], ['wp-submit', 'redirect_to', 'testcookie']),
    ...either([filing], ['mm', 'aa', 'hh', 'ss', 'comment_status', 'ping_status', '_status', 'post_type']),
    ...either([filing], ['post_view', 'screen', 'edit_date', 'post_status']),
    ...either([list], ['post_status', 'post_type', '_wp_http_referer', 'action'], 'query'),
    ...either([adding], ['screen', 'taxonomy', 'post_type', '_wp_http_referer']),
    ...either([`${adding} parent=-1`], ['parent']),
    ...either([answering], ['position', 'checkbox', 'mode', 'comments_listing']),
    ...either([removing], ['trash', '_per_page', '_page', '_url', 'comment_status']),
    ...either([approving], ['dimClass', 'new']),
    ...either([enrolling], ['action', '_wp_http_referer', 'role', 'send_user_notification', 'createuser']),
    ...either([saving, autosaving], ['$.status']),

    // What the list of posts has of the row, and the categories that are ticked.
    [filing, 'body _inline_edit', hidden(list, '_inline_edit')],
    [filing, 'body post_ID', listed(list, /id="inline_(\d+)"/)],
    ...['post_title', 'post_name', 'post_author', 'jj', 'mn'].map((name) => [
      filing,
      `body ${name}`,
      inRow(name),
    ]),
    [
      filing,
      'body post_category[]',
      listed(list, /value="(\d+)" type="checkbox" name="post_category\[\]"/),
      { optional: true },
    ],
    [undoing, 'query ids', { answer: list, page: /action=untrash&ids=(\d+)/, as: 'link' }],
    [undoing, 'query _wpnonce', { answer: list, page: /action=untrash&ids=\d+&_wpnonce=(\w+)/, as: 'csrf' }],
    [list, 'query _wpnonce', hidden(list, '_wpnonce')],
    [list, 'query ids', sentTo([undoing, trashing], 'ids')],
    [list, 'query s', sentTo([trashing, list], 's'), { optional: true }],
    [trashing, 'query post', listed(list, /post=(\d+)&action=trash/)],
    [trashing, 'query _wpnonce', listed(list, /action=trash&_wpnonce=(\w+)/)],
    [opening, 'query post', listed(list, /post=(\d+)&action=edit/)],

    [adding, 'body _wpnonce_add-tag', hidden(tags, '_wpnonce_add-tag')],
    [
      adding,
      'body parent',
      [
        { answer: adding, page: /<term_id><!\[CDATA\[(\d+)/, as: 'created-id' },
        listed(tags, /<option class="level-\d" value="(\d+)"/),
      ],
    ],

    [withToken, 'header x-wp-nonce', inEditor(/createNonceMiddleware\( "(\w+)"/, 'csrf')],
    [[saving, autosaving], 'path id', opened],
    [saving, 'body $.id', opened],
    [uploading, 'body post', opened],
    [unlocking, 'body post_ID', opened],
    [unlocking, 'body _wpnonce', inEditor(/"unlockNonce":"(\w+)"/, 'token')],
    [unlocking, 'body active_post_lock', inEditor(/"activePostLock":"([\d:]+)"/, 'token')],
    [uploaded, 'path id', made(uploading)],
    // The editor writes the text of its blocks, and that of a file has the file's number.
    [saving, { place: 'body $.content', part: /wp:file \{"id":(\d+)/ }, made(uploading)],
    [[saving, autosaving], 'body $.content', 'derived'],
    [saving, 'body $.categories[*]', { answer: choices, body: '$[*].id', as: 'list-pick' }],
    ...[
      [saving, 'body $.tags[*]'],
      [known, 'query include'],
    ].map(([request, place]) => [
      request,
      place,
      [made(tagging), { answer: searching, body: '$[*].id', as: 'list-pick' }],
    ]),
    [preview, 'path slug', inPreview(/\/([\w-]+)\/\?/)],
    [preview, 'query preview_id', inPreview(/preview_id=(\d+)/)],
    [preview, 'query preview_nonce', inPreview(/preview_nonce=(\w+)/)],

    [approving, 'body id', listed(comments, /dim:the-comment-list:comment-(\d+)/)],
    [approving, 'body _ajax_nonce', listed(comments, /action=approvecomment&_wpnonce=(\w+)/)],
    [answering, 'body comment_ID', listed(comments, /data-comment-id="(\d+)"/)],
    ...['comment_post_ID', 'id'].map((name) => [
      answering,
      `body ${name}`,
      listed(comments, /data-post-id="(\d+)" data-action="replyto"/),
    ]),
    ...['_ajax_nonce-replyto-comment', '_wp_unfiltered_html_comment'].map((name) => [
      answering,
      `body ${name}`,
      hidden(comments, name),
    ]),
    [removing, 'body id', listed(comments, /delete:the-comment-list:comment-(\d+)::trash/)],
    [removing, 'body _ajax_nonce', listed(comments, /action=trashcomment&_wpnonce=(\w+)/)],
    [removing, 'body _total', hidden(comments, '_total', 'field')],

    [enrolling, 'body _wpnonce_create-user', hidden(users, '_wpnonce_create-user')],
    [`GET ${admin('users')}`, 'query id', sentTo([enrolling], 'id', 'created-id')],
    [
      `GET ${login}?action=logout`,
      'query _wpnonce',
      { answer: `GET ${admin('users')}`, page: /action=logout&_wpnonce=(\w+)/, as: 'csrf' },
    ],
  ];
}
