import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { articles, folders, packages } from '../answeredLists';
import { sessionOf, type StepSpec } from '../session';
import { login, TOKEN, suggestionLines, tokenOf } from '../suggestionLines';

describe('suggestMappings', () => {
  const found: [title: string, steps: readonly StepSpec[], expected: readonly string[]][] = [
    [
      'a token behind its scheme',
      [login, { line: 'GET /me', headers: { Authorization: `Bearer ${TOKEN}` } }],
      ['accessToken: 0 body $.access_token -> 1 auth Authorization'],
    ],
    [
      'a small id that the creation answered',
      [{ line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 7 } }, { line: 'GET /orders/7' }],
      ['orderId: 0 body $.id -> 1 path 1'],
    ],
    [
      'an id that is in the address of the new thing',
      [
        {
          line: 'POST /groups',
          sent: 'name=Editors',
          status: 302,
          answerHeaders: { Location: '/groups/1/edit' },
        },
        { line: 'GET /groups/1/edit' },
      ],
      ['groupId: 0 header Location regex -> 1 path 1'],
    ],
    [
      'an id in a list of documents, by what was asked for',
      [
        {
          line: 'GET /topics',
          answer: {
            docs: [
              { id: 4, title: 'Food' },
              { id: 5, title: 'Rivers' },
            ],
          },
        },
        { line: 'POST /posts', sent: { topicId: 5 } },
      ],
      ["topicId: 0 body $.docs[?@.title == 'Rivers'].id -> 1 body $.topicId"],
    ],
    [
      'an id that was sent before it was found out where it is from, for an answer had it first',
      [
        { line: 'GET /topics', answer: { topics: [{ id: 'riv-5182', title: 'Rivers' }] } },
        { line: 'POST /posts', sent: { subject: 'riv-5182' }, answer: { topicId: 'riv-5182' } },
        { line: 'GET /topics/riv-5182' },
      ],
      ['topicId: 0 body $.topics[0].id -> 1 body $.subject', 'topicId: 0 body $.topics[0].id -> 2 path 1'],
    ],
    [
      'the id of a record that the answer shows, whatever it is called where it is sent',
      [
        { line: 'GET /articles', answer: { docs: articles } },
        { line: 'POST /pages', sent: { lead: 5 }, answer: { doc: { id: 9, lead: articles[1] } } },
      ],
      ["articleId: 0 body $.docs[?@.slug == 'river'].id -> 1 body $.lead"],
    ],
    [
      'the word of a path by which an item of a list is asked for',
      [
        { line: 'GET /contents', answer: { content: folders } },
        { line: 'GET /contents/tides', answer: { ...folders[1], content: [] } },
      ],
      ["contentName: 0 body $.content[?@.name == 'tides'].name -> 1 path 1"],
    ],
    [
      'an id in a list of ids',
      [
        { line: 'POST /tags', sent: { title: 'Rivers' }, answer: { id: 57 } },
        { line: 'POST /posts', sent: { title: 'Well', tagIds: [57] } },
      ],
      ['tagId: 0 body $.id -> 1 body $.tagIds[0]'],
    ],
    [
      'an id by the procedure that is called, and no number of a call',
      [
        {
          line: 'POST /rpc',
          sent: { jsonrpc: '2.0', method: 'order.create', params: { sku: 'A-1' }, id: 57 },
          answer: { jsonrpc: '2.0', result: { id: 58 }, id: 57 },
        },
        { line: 'POST /rpc', sent: { jsonrpc: '2.0', method: 'user.get', params: { id: 58 }, id: 58 } },
        { line: 'POST /rpc', sent: { jsonrpc: '2.0', method: 'getOrders', params: { ids: [58] }, id: 59 } },
        { line: 'POST /rpc', sent: { jsonrpc: '2.0', method: 'order.get', params: { id: 57 }, id: 60 } },
      ],
      ['orderId: 0 body $.result.id -> 2 body $.params.ids[0]'],
    ],
    [
      'the token of a form that is sent in parts',
      [
        { line: 'GET /new', answer: `<form><input type="hidden" name="token" value="${TOKEN}"></form>` },
        {
          line: 'POST /new',
          sent: `--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n${TOKEN}\r\n--x--\r\n`,
        },
      ],
      ['token: 0 html input[name="token"] -> 1 body token'],
    ],
    [
      'the token that a refusal says the next request needs',
      [
        { line: 'POST /rpc', status: 409, answerHeaders: { 'X-Session-Id': TOKEN } },
        { line: 'POST /rpc', headers: { 'X-Session-Id': TOKEN } },
      ],
      ['xSessionId: 0 header X-Session-Id -> 1 header X-Session-Id'],
    ],
    [
      'an id among many of other things with the same number',
      [
        ...Array.from({ length: 12 }, () => ({ line: 'GET /users', answer: [{ id: 7, name: 'Ines' }] })),
        { line: 'GET /users/7' },
        { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 7 } },
        ...Array.from({ length: 12 }, () => ({ line: 'GET /users', answer: [{ id: 7, name: 'Ines' }] })),
        { line: 'GET /orders/7' },
        { line: 'GET /users/7' },
      ],
      [
        'userId: 0 body $[0].id -> 12 path 1',
        'userId: 0 body $[0].id -> 27 path 1',
        'orderId: 13 body $.id -> 26 path 1',
      ],
    ],
    [
      'the field of a filter, whose operator is no name',
      [
        { line: 'POST /posts', sent: { title: 'Well' }, answer: { id: 4 } },
        { line: 'GET /remarks?where[post][equals]=4' },
        { line: 'GET /remarks?post_id__in=4' },
        { line: 'POST /remarks/search', sent: { where: { postId: { $eq: 4 } } } },
      ],
      [
        'postId: 0 body $.id -> 1 query where[post][equals]',
        'postId: 0 body $.id -> 2 query post_id__in',
        "postId: 0 body $.id -> 3 body $.where.postId['$eq']",
      ],
    ],
    [
      'a member of JSON in a query',
      [
        { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 7 } },
        { line: 'GET /notes?filter=%7B%22where%22%3A%7B%22orderId%22%3A7%7D%2C%22limit%22%3A20%7D' },
      ],
      ['orderId: 0 body $.id -> 1 query filter'],
    ],
    [
      'an id before the format that a path asks for',
      [
        { line: 'POST /orders.json', sent: { sku: 'A-1' }, answer: { id: 7 } },
        { line: 'GET /orders/7.json' },
      ],
      ['orderId: 0 body $.id -> 1 path 1'],
    ],
    [
      'an id behind a word that links it to its thing',
      [{ line: 'GET /labels', answer: [{ id: 2, name: 'Urgent' }] }, { line: 'PUT /tasks/9/labels/rel/2' }],
      ['labelId: 0 body $[0].id -> 1 path 4'],
    ],
    [
      'the id of a person under what the person is to a thing',
      [
        { line: 'GET /me', answer: { user: { id: 31, name: 'Ada' } } },
        { line: 'POST /issues', sent: { assigned_to_id: 31 } },
      ],
      ['userId: 0 body $.user.id -> 1 body $.assigned_to_id'],
    ],
    [
      'an id under a name that says the last words of its own',
      [
        {
          line: 'GET /enumerations',
          answer: {
            issue_priorities: [
              { id: 4, name: 'High' },
              { id: 5, name: 'Low' },
            ],
          },
        },
        { line: 'POST /issues', sent: { priority_id: 4 } },
      ],
      ["issuePriorityId: 0 body $.issue_priorities[?@.name == 'High'].id -> 1 body $.priority_id"],
    ],
    [
      'a field of a form whose name has brackets',
      [
        {
          line: 'GET /plans',
          answer: {
            data: [
              { id: 7, name: 'Monthly' },
              { id: 8, name: 'Yearly' },
            ],
          },
        },
        { line: 'POST /subscriptions', sent: 'items[0][plan]=8&items[0][quantity]=1' },
      ],
      ["planId: 0 body $.data[?@.name == 'Yearly'].id -> 1 body items[0][plan]"],
    ],
    [
      'where the next page begins, by the last item of this one',
      [
        {
          line: 'GET /users?limit=2',
          answer: {
            data: [
              { id: 'cus_LZUpQRhKrNEiFN', name: 'Ada' },
              { id: 'cus_wjYAAsj3hEk5MB', name: 'Joe' },
            ],
          },
        },
        { line: 'GET /users?limit=2&starting_after=cus_wjYAAsj3hEk5MB' },
      ],
      ['userId: 0 body $.data[-1].id -> 1 query starting_after'],
    ],
    [
      'a secret that the server made',
      [
        { line: 'POST /keys', answer: { secret: 'UL9Q_MDlMQgA_xgGBvpp0zsRMUDMjd0T' } },
        { line: 'POST /tokens', sent: { secret: 'UL9Q_MDlMQgA_xgGBvpp0zsRMUDMjd0T' } },
      ],
      ['secret: 0 body $.secret -> 1 body $.secret'],
    ],
    [
      'a small id whose number is everywhere before it',
      [
        {
          line: 'GET /projects',
          answer: [3, 2, 1].map((id) => ({
            status: 1,
            kind: 1,
            level: 1,
            weight: 1,
            id,
            name: `Site ${'ABC'[id - 1]}`,
          })),
        },
        { line: 'GET /projects/1/members' },
      ],
      ["projectId: 0 body $[?@.name == 'Site A'].id -> 1 path 1"],
    ],
    [
      'the token that two forms of a page have for one address',
      [
        {
          line: 'GET /login',
          answer: `<form action="/login"><input name="_xsrf" value="${TOKEN}"></form>`.repeat(2),
        },
        { line: 'POST /login', sent: `_xsrf=${TOKEN}&user=ada` },
      ],
      ['csrfToken: 0 html regex -> 1 body _xsrf'],
    ],
    [
      'the next best place where no rule takes the best one',
      [
        {
          line: 'GET /login',
          answer: `<form action="/login"><input value="${TOKEN}" name="_xsrf"></form>`.repeat(2),
          answerHeaders: { 'Set-Cookie': `_xsrf=${TOKEN}; Path=/` },
        },
        { line: 'POST /login', sent: `_xsrf=${TOKEN}&user=ada` },
      ],
      ['csrfToken: 0 cookie _xsrf -> 1 body _xsrf'],
    ],
    [
      'a parameter of an address that the next one may have with percent signs',
      [
        {
          line: 'POST /uploads',
          answerHeaders: { Location: '/uploads/now?_state=JBKaXn14fplNVF4zi9SQAGp7' },
        },
        { line: 'PUT /uploads/now?_state=JBKaXn14fplNVF4zi9SQAGp7' },
      ],
      ['state: 0 header Location regex percent -> 1 query _state'],
    ],
    [
      'a number in a redirect that is relative to the page',
      [
        {
          line: 'POST /shop/save.php',
          sent: 'title=Lamp',
          status: 302,
          answerHeaders: { Location: 'show.php?item=31' },
        },
        { line: 'GET /shop/show.php?item=31' },
      ],
      ['item: 0 header Location regex -> 1 query item'],
    ],
    [
      'the fields of the form about a record, which goes to another address; flags are none of its data',
      [
        { line: 'GET /boats', answer: '<a href="/boats/31/edit">Edit</a>' },
        {
          line: 'GET /boats/31/edit',
          answer: `<form action="../../save.php" method=post><input type=hidden name=boat_id value=31><input name=crew value=4>
            <input name=fast value=1><textarea name=log>Set sail &amp; rowed</textarea></form>`,
        },
        { line: 'POST /save.php', sent: 'boat_id=31&crew=4&fast=1&log=Set+sail+%26+rowed' },
      ],
      [
        'boatId: 0 html regex -> 1 path 1',
        'boatId: 0 html regex -> 2 body boat_id',
        'crew: 1 html input[name="crew"] -> 2 body crew',
        'log: 1 html textarea[name="log"] -> 2 body log',
      ],
    ],
    [
      'JSON in a link as a whole, and not what is in it',
      [
        { line: 'GET /edit', answer: '<form action="/row?pk=%5B%22x17%22%5D">' },
        { line: 'POST /row?pk=%5B%22x17%22%5D' },
      ],
      ['pk: 0 html regex percent -> 1 query pk'],
    ],
    [
      'the token of a form, by its field',
      [
        { line: 'GET /login', answer: `<form><input type="hidden" name="_csrf" value="${TOKEN}"></form>` },
        { line: 'POST /login', sent: `_csrf=${TOKEN}&user=ada` },
      ],
      ['csrfToken: 0 html input[name="_csrf"] -> 1 body _csrf'],
    ],
    [
      'a token of a meta that goes back as a header',
      [
        { line: 'GET /', answer: `<meta name="csrf-token" content="${TOKEN}">` },
        { line: 'POST /posts', headers: { 'X-CSRF-Token': TOKEN }, sent: { title: 'Hello there' } },
      ],
      ['csrfToken: 0 html meta[name="csrf-token"] -> 1 header X-CSRF-Token'],
    ],
    [
      'a cookie that is sent as a header, too',
      [
        { line: 'GET /', answerHeaders: { 'Set-Cookie': `XSRF-TOKEN=${TOKEN}%3D; Path=/` } },
        { line: 'POST /posts', headers: { 'X-XSRF-TOKEN': `${TOKEN}=`, Cookie: `XSRF-TOKEN=${TOKEN}%3D` } },
      ],
      ['csrfToken: 0 cookie XSRF-TOKEN percent -> 1 header X-XSRF-TOKEN'],
    ],
    [
      'an entity tag with its quotes',
      [
        { line: 'GET /pages/home', answerHeaders: { ETag: '"v7-9c1e44"' }, answer: { title: 'Home' } },
        { line: 'PUT /pages/home', headers: { 'If-Match': '"v7-9c1e44"' }, sent: { title: 'Start' } },
      ],
      ['eTag: 0 header ETag -> 1 header If-Match'],
    ],
    [
      'an id inside a body and in a list',
      [
        { line: 'POST /users', answer: { user: { id: 'u-83920' } } },
        { line: 'POST /teams', sent: { name: 'Core', members: ['u-83920'], lead: { userId: 'u-83920' } } },
      ],
      ['userId: 0 body $.user.id -> 1 body $.members[0]', 'userId: 0 body $.user.id -> 1 body $.lead.userId'],
    ],
    [
      'an item of a list by a sibling that is not a generated id',
      [
        {
          line: 'GET /nodes',
          answer: [
            { id: 'n-98172', code: 'ecae47f5fca87194', label: 'Pump' },
            { id: 'n-55213', code: 'be1099a4f2c17d33', label: 'Valve' },
          ],
        },
        { line: 'GET /nodes/n-55213' },
      ],
      ["nodeId: 0 body $[?@.label == 'Valve'].id -> 1 path 1"],
    ],
    [
      'a part of an address after a mark, whatever the thing is called',
      [
        {
          line: 'GET /calendar',
          answer: { name: 'calendar', file: 'http://api.test/calendar/-/calendar-2.3.1.tgz' },
        },
        { line: 'GET /calendar/-/calendar-2.3.1.tgz' },
      ],
      ['calendarId: 0 body regex -> 1 path 2'],
    ],
    [
      'a size next to the digest of the same item',
      [
        {
          line: 'GET /layers',
          answer: {
            layers: [
              { digest: 'sha256-8Zr2LxW0vTn5', size: 430, use: 'base' },
              { digest: 'sha256-p9Ta1sWd6Gf4', size: 64, use: 'tools' },
            ],
          },
        },
        { line: 'PUT /images', sent: { layer: { digest: 'sha256-p9Ta1sWd6Gf4', size: 64 } } },
      ],
      [
        "digest: 0 body $.layers[?@.use == 'tools'].digest -> 1 body $.layer.digest",
        "size: 0 body $.layers[?@.use == 'tools'].size -> 1 body $.layer.size",
      ],
    ],
    ...['&amp;', '&#38;', '&#038;', '&#x26;'].map(
      (written): [string, readonly StepSpec[], readonly string[]] => [
        `a parameter of a link with ${written}`,
        [
          { line: 'GET /show?ticket=4', answer: `<a href="update?ticket=4${written}quoted=5972">Reply</a>` },
          { line: 'GET /update?ticket=4&quoted=5972' },
        ],
        ['quoted: 0 html regex -> 1 query quoted'],
      ],
    ),
    [
      'a parameter of an address that has it with percent signs',
      [
        {
          line: 'POST /uploads',
          answerHeaders: { Location: '/uploads/u1?_state=q8Zr2LxW0vTn5KcY7hBd%3D%3D' },
        },
        { line: 'PUT /uploads/u1?_state=q8Zr2LxW0vTn5KcY7hBd%3D%3D' },
      ],
      [
        'uploadId: 0 header Location regex -> 1 path 1',
        'state: 0 header Location regex percent -> 1 query _state',
      ],
    ],
    [
      'what several items share, but no small number next to it',
      [
        {
          line: 'GET /nodes',
          answer: [
            { tab: 'b1099a4f2c17', name: 'Pump', x: 140 },
            { tab: 'b1099a4f2c17', name: 'Valve', x: 320 },
          ],
        },
        { line: 'POST /nodes', sent: { tab: 'b1099a4f2c17', name: 'Tap', x: 320 } },
      ],
      ["tab: 0 body $[?@.name == 'Pump'].tab -> 1 body $.tab"],
    ],
    [
      'an item of a list by its name, not by an id that looks like words among those that do not',
      [
        {
          line: 'GET /config',
          answer: {
            folders: [
              { id: 'ub3gg-ovrkr', label: 'Recipes', path: '/srv/recipes-8841' },
              { id: 'risen-wanly', label: 'Scores', path: '/srv/scores-2907' },
            ],
          },
        },
        { line: 'POST /copies', sent: { path: '/srv/scores-2907' } },
      ],
      ["path: 0 body $.folders[?@.label == 'Scores'].path -> 1 body $.path"],
    ],
    [
      'an item of a list by a neighbour that stays',
      [
        {
          line: 'GET /products',
          answer: {
            products: [
              { id: 'p-19283', sku: 'TEA' },
              { id: 'p-77120', sku: 'CUP' },
            ],
          },
        },
        { line: 'GET /products/p-77120' },
      ],
      ["productId: 0 body $.products[?@.sku == 'CUP'].id -> 1 path 1"],
    ],
    [
      'an item of a list by a member of a sibling object',
      [
        {
          line: 'GET /posts',
          answer: {
            edges: [
              { node: { id: 'p-19283', title: 'Tea', at: { zone: { name: 'x' } } } },
              { node: { id: 'p-77120', title: 'Cups', at: { zone: { name: 'y' } } } },
            ],
          },
        },
        { line: 'GET /posts/p-77120' },
      ],
      ["postId: 0 body $.edges[?@.node.title == 'Cups'].node.id -> 1 path 1"],
    ],
    [
      'what is not a coincidence outside of lists, whatever its name there',
      [
        { line: 'POST /notes', sent: { text: 'Well' }, answer: { id: '0b1c7f9e-51d4-4f0c' } },
        { line: 'GET /notes', answer: { docs: [{ docId: '0b1c7f9e-51d4-4f0c' }, { docId: 'e77a-01' }] } },
        { line: 'POST /items', sent: { docs: [{ docId: '0b1c7f9e-51d4-4f0c' }] } },
      ],
      ['noteId: 0 body $.id -> 2 body $.docs[0].docId'],
    ],
    [
      'the user of the token, who is named nowhere else',
      [
        { line: 'POST /login', answer: { access_token: tokenOf({ sub: 41, iat: 1790000000 }) } },
        { line: 'GET /users/41' },
      ],
      ['userId: 0 body $.access_token jwt $.sub -> 1 path 1'],
    ],
    [
      'the secret that a registration handed out',
      [
        { line: 'POST /register', sent: { name: 'Tide' }, answer: { client_id: 'c1', client_secret: TOKEN } },
        { line: 'POST /token', sent: `grant_type=client_credentials&client_secret=${TOKEN}` },
      ],
      ['clientSecret: 0 body $.client_secret -> 1 body client_secret'],
    ],
    [
      'a token whose answer says the scheme, too',
      [
        { line: 'POST /login', answer: { authorization: `Bearer ${TOKEN}` } },
        { line: 'GET /me', headers: { Authorization: `Bearer ${TOKEN}` } },
      ],
      ['authorization: 0 body regex -> 1 auth Authorization'],
    ],
    [
      'a code in the address that an answer leads to',
      [
        {
          line: 'GET /authorize?client_id=app',
          status: 302,
          answerHeaders: { Location: 'https://app.test/callback?code=Sp1xlOBeZQQYbYS6WxSbIA&state=af0' },
        },
        {
          line: 'POST /token',
          sent: 'grant_type=authorization_code&code=Sp1xlOBeZQQYbYS6WxSbIA',
        },
      ],
      ['code: 0 header Location regex percent -> 1 body code'],
    ],
    [
      'a position to go on from',
      [
        { line: 'GET /db/_changes?limit=2', answer: { results: [{ seq: 2 }, { seq: 3 }], last_seq: 3 } },
        { line: 'GET /db/_changes?since=3' },
      ],
      ['lastSeq: 0 body $.last_seq -> 1 query since'],
    ],
    [
      'a variable of GraphQL by the argument that it is given to',
      [
        {
          line: 'POST /graphql',
          sent: { query: 'mutation { createPost(title: "Tides") { id } }' },
          answer: { data: { createPost: { id: '8' } } },
        },
        {
          line: 'POST /graphql',
          sent: { query: 'mutation Drop($it: ID!) { removePost(id: $it) { id } }', variables: { it: '8' } },
        },
      ],
      ['postId: 0 body $.data.createPost.id -> 1 body $.variables.it'],
    ],
    [
      'the id of the thing that the address names before what is done with it',
      [
        { line: 'GET /orders/current', answer: { id: 7 } },
        { line: 'GET /orders/archive?id=7' },
        { line: 'POST /orders/archive', sent: { id: 7 } },
      ],
      ['orderId: 0 body $.id -> 1 query id', 'orderId: 0 body $.id -> 2 body $.id'],
    ],
    [
      'a name that was picked from a list, and then in a link of what it names',
      [
        { line: 'GET /search', answer: packages },
        {
          line: 'GET /calendar-words',
          answer: { name: 'calendar-words', files: 'http://api.test/calendar-words/-/all.tgz' },
        },
        { line: 'GET /calendar-words/-/all.tgz' },
      ],
      [
        "searchName: 0 body $.objects[?@.name == 'calendar-words'].name -> 1 path 0",
        'id: 1 body regex -> 2 path 0',
      ],
    ],
    [
      'a variable of GraphQL by the first of the fields that take it',
      [
        {
          line: 'POST /graphql',
          sent: { query: 'mutation { createUser(name: "Ada") { id } }' },
          answer: { data: { createUser: { id: '3' } } },
        },
        {
          line: 'POST /graphql',
          sent: {
            query:
              'query All($f: UserFilter) { allUsers(filter: $f) { name } _peopleCount(filter: $f) { count } }',
            variables: { f: { ids: ['3'] } },
          },
        },
      ],
      ['userId: 0 body $.data.createUser.id -> 1 body $.variables.f.ids[0]'],
    ],
    [
      'an id that is written into a GraphQL document',
      [
        {
          line: 'POST /graphql',
          sent: { query: 'mutation { createComment(body: "Well") { id } }' },
          answer: { data: { createComment: { id: '4' } } },
        },
        { line: 'POST /graphql', sent: { query: '{ Comment(id: 4) { body } }' } },
      ],
      ['commentId: 0 body $.data.createComment.id -> 1 body $.query'],
    ],
    [
      'the id of what a persisted query works on',
      [
        {
          line: 'POST /graphql',
          sent: { operationName: 'createComment', variables: { body: 'Nice' } },
          answer: { data: { data: { id: 4 } } },
        },
        { line: 'POST /graphql', sent: { operationName: 'allUsers', variables: { id: 4 } } },
        { line: 'POST /graphql', sent: { operationName: 'Comment', variables: { id: 4 } } },
      ],
      ['commentId: 0 body $.data.data.id -> 2 body $.variables.id'],
    ],
    [
      'a token that is all that a response says',
      [
        { line: 'GET /admin/token', answer: `${TOKEN}\n`, answerType: 'text/plain' },
        { line: 'POST /admin/tags', sent: `token=${TOKEN}&name=wood` },
      ],
      ['token: 0 body regex -> 1 body token'],
    ],
    [
      'a member of JSON that a guard precedes',
      [
        { line: 'POST /changes', answer: `)]}'\n{"_number":4247}`, answerType: 'application/json' },
        { line: 'GET /changes/4247/detail' },
      ],
      ['changeNumber: 0 body $._number -> 1 path 1'],
    ],
    [
      'a member of a line of JSON',
      [
        {
          line: 'POST /items',
          answer: '{"id":"it_5f6a7b8c"}\n{"id":"it_9d0e1f2a"}\n',
          answerType: 'application/x-ndjson',
        },
        { line: 'GET /items/it_9d0e1f2a' },
      ],
      ['itemId: 0 body $[1].id -> 1 path 1'],
    ],
    [
      'a text that is all of a JSON body',
      [
        { line: 'POST /sessions', answer: `"${TOKEN}"`, answerType: 'application/json' },
        { line: `GET /me?session=${TOKEN}` },
      ],
      ['session: 0 body $ -> 1 query session'],
    ],
    [
      'a number that is all of a JSON body',
      [{ line: 'POST /orders', sent: { item: 'Lamp' }, answer: 81273 }, { line: 'GET /orders/81273' }],
      ['order: 0 body $ -> 1 path 1'],
    ],
    [
      'an id in the list of its own kind, not in a list inside of another one',
      [
        { line: 'GET /users', answer: [{ name: 'Ada', posts: [{ id: 9, title: 'Mosses' }] }] },
        { line: 'GET /posts', answer: [{ id: 9, title: 'Mosses' }] },
        { line: 'GET /posts/9' },
      ],
      ['postId: 1 body $[0].id -> 2 path 1'],
    ],
    [
      'a link that a page has twice',
      [
        {
          line: 'GET /notes',
          answer: '<a href="/notes/n-88213/edit">Edit</a><a href="/notes/n-88213/edit">Edit</a>',
        },
        { line: 'GET /notes/n-88213/edit' },
      ],
      ['noteId: 0 html regex -> 1 path 1'],
    ],
  ];
  for (const [title, steps, expected] of found) {
    it(`finds ${title}`, () => {
      assert.deepEqual(suggestionLines(sessionOf(...steps)), expected);
    });
  }

  it('keeps every digit of an id', () => {
    const [post, get] = sessionOf({ line: 'POST /tweets' }, { line: 'GET /tweets/9007199254740993' });
    assert.ok(post?.response !== undefined && get !== undefined);
    const answered = {
      ...post,
      response: { ...post.response, mediaType: 'application/json', text: '{"id":9007199254740993}' },
    };
    assert.deepEqual(suggestionLines([answered, get]), ['tweetId: 0 body $.id -> 1 path 1']);
  });

  it('gives the same for the same', () => {
    const steps = sessionOf(login, { line: 'GET /me', headers: { Authorization: `Bearer ${TOKEN}` } });
    assert.equal(JSON.stringify(suggestMappings(steps)), JSON.stringify(suggestMappings(steps)));
  });

  it('reads names that every object inherits as names', () => {
    const steps = sessionOf(
      { line: 'POST /things', answer: { constructor: { id: 'x-99120' }, toString: 'y-88213' } },
      { line: 'GET /things?constructorId=x-99120&toString=y-88213' },
    );
    assert.equal(suggestionLines(steps).length, 2);
  });

  const hostile: [title: string, answer: string][] = [
    ['a list of a million numbers', `[${'7,'.repeat(999_999)}7]`],
    ['nesting without end', '['.repeat(200_000)],
    ['a page of a million tags', '<input name=a value=b'.repeat(300_000)],
    ['text that only begins like JSON', `{"a":${'"'.repeat(100_000)}`],
  ];
  for (const [title, text] of hostile) {
    it(`reads ${title} in bounded time and finds nothing`, () => {
      const [first, second] = sessionOf({ line: 'GET /a' }, { line: 'GET /b/1829301' });
      assert.ok(first?.response !== undefined && second !== undefined);
      const mediaType = text.startsWith('<') ? 'text/html' : 'application/json';
      assert.deepEqual(
        suggestionLines([{ ...first, response: { ...first.response, mediaType, text } }, second]),
        [],
      );
    });
  }
});
