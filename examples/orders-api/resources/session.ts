/**
 * The browser's way in: a login form with a hidden CSRF token, a session cookie, and pages. Every
 * write of a cookie session, here and under /api, needs the token of the account page.
 */
import type { Api, Call } from '../api';
import { requireCaller, SESSION_COOKIE } from '../access/caller';
import { withOrder } from '../access/guard';
import { issueCookie } from '../access/sessions';
import { empty, escapeMarkup, failure, html, type Reply } from '../http/reply';
import { cookieOf, formOf } from '../http/request';
import { checkPassword } from './login';
import { cancelOrder, showOrder } from './orderWork';
import { page } from '../http/page';

const FORM_COOKIE = 'login_form';
const MAX_FORMS = 1000;
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax';

/** The login form; its hidden token is good for one login from the browser that got the cookie. */
export function loginForm(call: Call): Reply {
  const { id, token } = handOutForm(call.api);
  const form = `<form id="login" method="post" action="/session/login">
<input type="hidden" name="_csrf" value="${token}">
<label>E-mail <input name="email" type="email"></label>
<label>Password <input name="password" type="password"></label>
<button>Sign in</button>
</form>`;
  return html(200, page('Sign in', form), [['Set-Cookie', `${FORM_COOKIE}=${id}; ${ATTRIBUTES}`]]);
}

/** Checks the form: 303 to the account page with the session cookie, 403 or 401 otherwise. */
export function submitLogin(call: Call): Reply {
  const form = formOf(call.request);
  const id = cookieOf(call.request, FORM_COOKIE) ?? '';
  const token = call.api.loginForms.get(id);
  if (token === undefined || form.get('_csrf') !== token) {
    return failure(
      403,
      'csrf-token-missing',
      'Send the hidden _csrf field of GET /session/login with its cookie.',
    );
  }
  const user = checkPassword(call.api, form.get('email') ?? '', form.get('password') ?? '');
  if (user === undefined) {
    return failure(401, 'wrong-credentials', 'E-mail address or password is wrong.');
  }
  call.api.loginForms.delete(id);
  return empty(303, [
    ['Location', '/session/account'],
    ['Set-Cookie', `${SESSION_COOKIE}=${issueCookie(call.api, user).credential}; ${ATTRIBUTES}`],
    ['Set-Cookie', `${FORM_COOKIE}=; Path=/; Max-Age=0`],
  ]);
}

/** The account page, with the CSRF token in a meta element. */
export function account(call: Call): Reply {
  const { user, session } = requireCaller(call);
  const content = `<p>Signed in as <strong class="email">${escapeMarkup(user.email)}</strong>.</p>`;
  return html(200, page(`Account of ${user.name}`, content, session.csrfToken));
}

/** Ends the session. */
export function endSession(call: Call): Reply {
  const { credential } = requireCaller(call);
  if (!call.api.flaws.has('logout-ignored')) {
    call.api.sessions.delete(credential);
  }
  return empty(303, [
    ['Location', '/session/login'],
    ['Set-Cookie', `${SESSION_COOKIE}=; Path=/; Max-Age=0`],
  ]);
}

/** The order named by the lastOrder cookie. */
export function currentOrder(call: Call): Reply {
  return withOrder(call, {
    action: 'order.read',
    address: 'cookie',
    orderId: cookieOf(call.request, 'lastOrder') ?? '',
    carryOut: (order) => showOrder(call, order),
  });
}

/** Cancels the order named by the form field orderId. */
export function cancelByForm(call: Call): Reply {
  return withOrder(call, {
    action: 'order.update',
    address: 'form',
    orderId: formOf(call.request).get('orderId') ?? '',
    carryOut: (order) => cancelOrder(call, order),
  });
}

function handOutForm({ ids, loginForms }: Api): { readonly id: string; readonly token: string } {
  if (loginForms.size >= MAX_FORMS) {
    loginForms.clear();
  }
  const form = { id: ids.next('form').slice(0, 32), token: ids.next('form-token').slice(0, 32) };
  loginForms.set(form.id, form.token);
  return form;
}
