/**
 * The order desk, GET /desk: a small web page on the API, to be used by people and recorded by the browser
 * recorder. It signs in with JSON and sends the token as a bearer token, as single-page applications do.
 */
import { PRODUCTS } from '../data/products';
import { escapeMarkup, html, typed, type HeaderLines, type Reply } from '../http/reply';
import { DESK_SCRIPT } from './deskScript';
import { DESK_STYLE } from './deskStyle';

/** GET /desk */
export function deskPage(): Reply {
  return html(200, PAGE, HEADERS);
}

/** GET /desk/desk.js */
export function deskScript(): Reply {
  return typed(200, 'text/javascript; charset=utf-8', DESK_SCRIPT, HEADERS);
}

/** GET /desk/desk.css */
export function deskStyle(): Reply {
  return typed(200, 'text/css; charset=utf-8', DESK_STYLE, HEADERS);
}

const HEADERS: HeaderLines = [
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['Cache-Control', 'no-store'],
];

const OPTIONS = PRODUCTS.map(
  ({ sku, name, price }) => `<option value="${sku}">${escapeMarkup(name)}, ${price.toFixed(2)}</option>`,
).join('');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Order desk</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/desk/desk.css">
<script src="/desk/desk.js" defer></script>
</head>
<body>
<header>
<h1>Order desk</h1>
<p id="who"></p>
<button id="sign-out" type="button" hidden>Sign out</button>
</header>
<main>
<p id="message" role="status"></p>
<form id="sign-in">
<h2>Sign in</h2>
<label>E-mail <input name="email" type="email" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
<form id="order" hidden>
<h2>New order</h2>
<label>Product <select name="sku">${OPTIONS}</select></label>
<label>Quantity <input name="quantity" type="number" min="1" max="99" value="1" required></label>
<label>Note <input name="note" maxlength="200"></label>
<button>Order</button>
</form>
<section id="orders" aria-labelledby="orders-title" hidden>
<h2 id="orders-title">Your orders</h2>
<ul id="list"></ul>
</section>
<form id="details" hidden>
<h2 id="details-title"></h2>
<p id="total"></p>
<label>Note <input name="note" maxlength="200"></label>
<button>Save note</button>
</form>
</main>
</body>
</html>
`;
