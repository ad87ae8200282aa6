/** A site of WordPress with a database of its own, emptied, with what was there before the session. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyMariadb } from '../mariadb.mjs';
import { debianFiles, debianProgram, emptyFolder, finished, running, withDatabase } from '../running.mjs';

const PORT = 3980;
const DATABASE_PORT = 3981;
const PACKAGES = ['wordpress', 'wordpress-theme-twentytwentyone', 'libjs-underscore', 'php-getid3'];
const KEYS = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [`${name}_KEY`, `${name}_SALT`]);

/** What the site needs of the editor: the styles of the theme, patterns and other blocks fill its page. */
const FEW_BLOCKS = `<?php
add_action('after_setup_theme', function () {
  remove_theme_support('core-block-patterns');
  remove_theme_support('editor-styles');
}, 20);
add_action('init', function () {
  $blocks = WP_Block_Type_Registry::get_instance();
  foreach (array_keys($blocks->get_all_registered()) as $name)
    if (!in_array($name, ['core/paragraph', 'core/file'])) $blocks->unregister($name);
}, 20);
`;

/** What was there before the session. */
const PAST = `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1';
require __DIR__ . '/wordpress/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
$past = json_decode(file_get_contents(__DIR__ . '/past.json'), true);
wp_install('Notes', 'keeper', 'keeper@site.example', true, '', 'only-here-99');
update_option('permalink_structure', '/%postname%/');
update_option('show_avatars', 0);
$enrol = fn($name, $password, $role) => wp_insert_user([
  'user_login' => $name,
  'user_pass' => $password,
  'user_email' => "$name@site.example",
  'role' => $role,
]);
foreach ($past['colleagues'] as $name) $enrol($name, 'not-used-here', 'author');
$own = $enrol($past['user'][0], $past['user'][1], 'administrator');
update_user_meta($own, 'wp_persisted_preferences', [
  'core/edit-post' => [
    'welcomeGuide' => false,
    'fullscreenMode' => false,
    'openPanels' => ['post-status', 'taxonomy-panel-category', 'taxonomy-panel-post_tag'],
  ],
  '_modified' => '2025-03-01T08:00:00.000Z',
]);
foreach ($past['tags'] as $name) wp_insert_term($name, 'post_tag');
foreach ($past['categories'] as $name) $terms[$name] = wp_insert_term($name, 'category')['term_id'];
foreach ($past['posts'] as $index => [$title, $text, $category])
  $posts[$title] = wp_insert_post([
    'post_title' => $title,
    'post_content' => "<!-- wp:paragraph -->\\n<p>$text</p>\\n<!-- /wp:paragraph -->",
    'post_status' => 'publish',
    'post_author' => $own,
    'post_category' => [$terms[$category]],
    'post_date' => sprintf('2025-03-%02d 08:%02d:00', $index + 3, 7 * $index + 5),
  ]);
foreach ($past['comments'] as $index => [$title, $author, $text])
  wp_insert_comment([
    'comment_post_ID' => $posts[$title],
    'comment_author' => $author,
    'comment_author_email' => "$author@away.example",
    'comment_content' => $text,
    'comment_approved' => 0,
    'comment_date' => sprintf('2025-04-%02d 18:00:00', $index + 2),
  ]);
`;

/**
 * Starts the site at `origin`, with the person as its administrator.
 *
 * @param {{ user: [name: string, password: string], colleagues: string[], past: object }} inputs
 */
export async function wordpressSite({ origin, inputs: { user, colleagues, past } }) {
  const cwd = await emptyFolder();
  for (const name of PACKAGES) {
    const files = path.join(await debianFiles(name), 'usr/share');
    await cp(files, cwd, { recursive: true, verbatimSymlinks: true });
  }
  const root = path.join(cwd, 'wordpress');
  const plugins = path.join(root, 'wp-content/mu-plugins');
  await mkdir(plugins);
  await writeFile(path.join(plugins, 'few-blocks.php'), FEW_BLOCKS);
  await writeFile(path.join(root, 'wp-config.php'), settings(origin));
  await writeFile(path.join(cwd, 'past.php'), PAST);
  await writeFile(path.join(cwd, 'past.json'), JSON.stringify({ user, colleagues, ...past }));
  const command = debianProgram('/usr/bin/php', 'php-cli');
  const options = ['-d', 'sendmail_path=/bin/true', '-d', 'opcache.enable_cli=1'];
  const site = await withDatabase(
    await emptyMariadb({ port: DATABASE_PORT, name: 'wordpress' }),
    async () => {
      await finished({ command, args: [...options, 'past.php'], cwd });
      const args = [...options, '-S', `127.0.0.1:${PORT}`, '-t', root];
      return running({ command, args, cwd, port: PORT });
    },
  );
  return { ...site, folder: cwd };
}

function settings(origin) {
  const constants = {
    DB_NAME: 'wordpress',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `127.0.0.1:${DATABASE_PORT}`,
    WP_HOME: origin,
    WP_SITEURL: origin,
    WP_DEFAULT_THEME: 'twentytwentyone',
    WP_HTTP_BLOCK_EXTERNAL: true,
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    ...Object.fromEntries(KEYS.map((name) => [name, `${name} of the recordings`])),
  };
  const lines = Object.entries(constants).map(
    ([name, value]) => `define('${name}', ${JSON.stringify(value)});`,
  );
  return `<?php
${lines.join('\n')}
$table_prefix = 'wp_';
define('ABSPATH', __DIR__ . '/');
require ABSPATH . 'wp-settings.php';
`;
}
