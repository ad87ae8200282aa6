/** The file of functions next to a load test, with `REQUESTS` in place of what they do for each request. */
export const PROCESSOR = `"use strict";

function parsed(response) {
  try {
    return JSON.parse(response.body);
  } catch (error) {
    return undefined; // not JSON
  }
}

function header(response, name) {
  const found = response.headers[name];
  return Array.isArray(found) ? found.join(", ") : found;
}

function value(vars, name) {
  return name.split(".").reduce((one, step) => one?.[step], vars);
}

const requests = [
REQUESTS
];

// What is known of a request, for each virtual user
const states = new WeakMap();

function start(context, request) {
  if (!states.has(context.vars)) states.set(context.vars, new Map());
  const state = { attempt: 0, isAgain: false, all: [], seen: new Set(), before: context.vars[request.next] };
  states.get(context.vars).set(request, state);
  return state;
}

function stateOf(context, request) {
  return states.get(context.vars)?.get(request) ?? start(context, request);
}

// Throws where a page that is not the last one leads nowhere, or back.
function follow(request, state, found) {
  const page = \`Page \${state.all.length}\`;
  const text = JSON.stringify(found);
  if (found === undefined || found === null || found === "") {
    throw new Error(\`\${page} is not the last one, and leads to no other.\`);
  }
  if (state.seen.has(text)) throw new Error(\`\${page} leads to a page that was asked for.\`);
  if (state.all.length === request.max) throw new Error(\`\${page} is still not the last one.\`);
  state.seen.add(text);
  state.found = found;
}

function accept(request, response, context) {
  const state = stateOf(context, request);
  const kept = new Map();
  request.take(response, context.vars, (name, one) => kept.set(name, one), state.all.length);
  if (request.lists === undefined) {
    kept.forEach((one, name) => { context.vars[name] = one; });
    return;
  }
  state.all.push(kept);
  state.isLast = request.next !== undefined && request.isLast(response, context.vars);
  if (request.next !== undefined && !state.isLast) follow(request, state, kept.get(request.next));
}

requests.forEach((request, index) => {
  // Reads an answer, unless it is sent again.
  module.exports[\`answer\${index + 1}\`] = function (params, response, context, events, next) {
    const state = stateOf(context, request);
    const isDone = request.isDone?.(response, context.vars, state.all.length) ?? true;
    state.isAgain = !isDone && state.attempt < request.times;
    state.attempt = state.isAgain ? state.attempt + 1 : 0;
    try {
      if (!state.isAgain) accept(request, response, context);
      next(isDone || state.isAgain ? undefined : new Error("The answer is not as wanted, after all attempts."));
    } catch (error) {
      next(error);
    }
  };

  // Whether it is sent again
  module.exports[\`again\${index + 1}\`] = function (context, next) {
    const { isAgain } = stateOf(context, request);
    setTimeout(next, isAgain ? request.delayMs : 0, isAgain);
  };

  module.exports[\`begin\${index + 1}\`] = function (context, events, next) {
    start(context, request);
    next();
  };

  // Whether there is another page
  module.exports[\`turn\${index + 1}\`] = function (context, next) {
    const { all, isLast, found } = stateOf(context, request);
    const leads = all.length > 0 && !isLast;
    if (leads) context.vars[request.next] = found;
    next(leads);
  };

  // Makes lists of what items or pages gave.
  module.exports[\`end\${index + 1}\`] = function (context, events, next) {
    const { all, before } = stateOf(context, request);
    const isSkipped =
      (request.next !== undefined && all.length === 0) ||
      !request.needs.every((name) => value(context.vars, name) !== undefined);
    if (request.next !== undefined) context.vars[request.next] = before;
    if (!isSkipped) {
      request.lists.forEach((name) => { context.vars[name] = all.map((kept) => (kept.has(name) ? kept.get(name) : null)); });
      request.joined.forEach((name) => { context.vars[name] = all.flatMap((kept) => kept.get(name) ?? []); });
    }
    next();
  };
});
`;
