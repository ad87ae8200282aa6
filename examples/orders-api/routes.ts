/** Every operation of the API, in the order of examples/README.md. */
import * as desk from './desk/deskPage';
import type { Handler, Route } from './http/router';
import { ADDRESSED_ROUTES } from './resources/addressedOrders';
import * as admin from './resources/admin';
import * as attachments from './resources/attachments';
import * as cards from './resources/cards';
import * as boards from './resources/boards';
import * as checkouts from './resources/checkouts';
import { followDelivery } from './resources/delivery';
import * as documents from './resources/documents';
import { answerGraphql } from './resources/graphql';
import * as login from './resources/login';
import { issueAccessToken } from './resources/oauth';
import * as notes from './resources/notes';
import * as orders from './resources/orders';
import * as partner from './resources/partner';
import * as products from './resources/products';
import * as reviews from './resources/reviews';
import * as session from './resources/session';
import * as signed from './resources/signed';
import * as unreliable from './resources/unreliable';
import { listUserOrders } from './resources/userOrders';
import * as users from './resources/users';
import * as wishes from './resources/wishes';

/** The routes; of two that fit, the first one is taken. */
export const ROUTES: readonly Route[] = [
  route('GET /', documents.startPage),
  route('GET /desk', desk.deskPage),
  route('GET /desk/desk.js', desk.deskScript),
  route('GET /desk/desk.css', desk.deskStyle),
  route('GET /health', products.health),
  route('GET /api/products', products.listProducts),
  route('GET /api/products/{sku}', products.getProduct),
  route('GET /api/flaky/{key}', unreliable.flaky),
  route('GET /api/slow', unreliable.slow),

  route('POST /login', login.login),
  route('POST /logout', login.logout),
  route('GET /api/me', login.me),

  route('GET /api/orders', orders.listOrders),
  route('POST /api/orders', orders.createOrder),
  route('GET /api/orders/{order_id}', orders.getOrder),
  route('PUT /api/orders/{order_id}', orders.putOrder),
  route('PATCH /api/orders/{order_id}', orders.changeParts),
  route('DELETE /api/orders/{order_id}', orders.removeOrder),
  route('POST /api/orders/{order_id}/cancel', orders.cancelByPath),
  route('GET /api/orders/{order_id}/events', followDelivery),
  route('POST /api/orders/{order_id}/attachments', attachments.uploadAttachment),
  route('GET /api/orders/{order_id}/attachments/{attachment_id}', attachments.downloadAttachment),
  ...ADDRESSED_ROUTES,
  route('POST /graphql', answerGraphql),

  route('POST /api/checkouts', checkouts.startCheckout),
  route('GET /api/checkouts/{checkout_id}', checkouts.getCheckout),
  route('GET /api/invoices/{invoice_number}', documents.getInvoice),
  route('GET /receipts/{order_id}', documents.getReceipt),

  route('GET /api/users/{user_id}', users.getUser),
  route('PATCH /api/users/{user_id}', users.patchUser),
  route('PUT /api/users/{user_id}/password', users.putPassword),
  route('GET /api/users/{user_id}/orders', listUserOrders),

  route('GET /api/admin/users', admin.listUsers),
  route('POST /api/admin/users', admin.createUser),
  route('GET /api/admin/users/{user_id}', admin.readUser),
  route('PATCH /api/admin/users/{user_id}', admin.assignRole),
  route('DELETE /api/admin/users/{user_id}', admin.deleteUser),
  route('GET /api/admin/stats', admin.stats),

  route('GET /session/login', session.loginForm),
  route('POST /session/login', session.submitLogin),
  route('GET /session/account', session.account),
  route('POST /session/logout', session.endSession),
  route('GET /session/orders/current', session.currentOrder),
  route('POST /session/orders/cancel', session.cancelByForm),

  route('GET /partner/basic', partner.withBasic),
  route('GET /partner/key', partner.withApiKey),
  route('GET /partner/digest', partner.withDigest),
  route('GET /partner/oauth', partner.withOAuth),
  route('POST /partner/signed', signed.withSignature),
  route('GET /partner/code', signed.withOneTimeCode),
  route('GET /partner/token', signed.withOwnToken),
  route('POST /oauth/token', issueAccessToken),

  route('GET /shop/wishes', wishes.listWishes),
  route('POST /shop/wishes', wishes.createWish),
  route('GET /shop/wishes/{wish_id}', wishes.readWish),
  route('POST /shop/wishes/{wish_id}', wishes.createWish),
  route('PUT /shop/wishes/{wish_id}', wishes.putWish),
  route('DELETE /shop/wishes/{wish_id}', wishes.removeWish),
  route('GET /shop/wish-list', wishes.ownWishList),
  route('GET /shop/wish-lists/{list_id}', wishes.readWishList),
  route('POST /shop/wish-lists/{list_id}/clear', wishes.clearWishList),
  route('POST /shop/newsletter', wishes.subscribe),
  route('POST /shop/cards', cards.createCard),
  route('GET /shop/cards/{name}', cards.readCard),
  route('DELETE /shop/cards/{name}', cards.removeCard),
  route('GET /shop/*', wishes.shopPage),

  route('GET /team/notes', notes.listNotes),
  route('POST /team/notes', notes.createNote),
  route('GET /team/notes/{note_id}', notes.readNote),
  route('PUT /team/notes/{note_id}', notes.putNote),
  route('DELETE /team/notes/{note_id}', notes.removeNote),
  route('GET /team/reviews', reviews.listReviews),
  route('POST /team/reviews', reviews.createReview),
  route('GET /team/reviews/{review_id}', reviews.readReview),
  route('DELETE /team/reviews/{review_id}', reviews.removeReview),
  route('POST /team/boards', boards.saveBoard),
  route('GET /team/boards/{key}', boards.readBoard),
  route('DELETE /team/boards/{key}', boards.removeBoard),
];

function route(operation: string, handle: Handler): Route {
  const [method = '', template = ''] = operation.split(' ');
  return { method, template, handle };
}
