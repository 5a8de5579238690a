import { dirname } from 'node:path'
import type { Collection } from './record.ts'

/** A public application, and what it takes to run it on loopback. Nothing of it is kept in this repository. */
export interface Target {
  /** As it is named on the command line and in the table. */
  readonly name: string
  /** The folder beside this file with `auth.yaml` and `flaws.yaml`. */
  readonly folder: string
  readonly source: Source
  /** Further sources, by the folder that they are put into beside the application. */
  readonly beside?: Readonly<Record<string, Source>>
  /** Chosen after the design: run once, and not tuned to. */
  readonly isHeld?: true
  /** The flaws that this mode of the application has, if not all. */
  readonly flaws?: readonly string[]
  /** Of the source, where its program is started. */
  readonly workingFolder?: string
  readonly python?: Python
  readonly node?: Node
  /** A database of its own in a throw-away PostgreSQL. */
  readonly postgres?: true
  readonly env?: (place: Place) => Readonly<Record<string, string>>
  /** Commands before the start; `python` and `node` are those of the target. */
  readonly prepare?: (place: Place) => readonly Command[]
  readonly start: (place: Place) => Command
  /** Answers when the server listens. */
  readonly ready: string
  /** Requests that make the users of the fixtures, where the application brings none. */
  readonly seed?: readonly Seed[]
  /** Played by users, for recordings. */
  readonly collection?: Collection
  /** Below the origin. */
  readonly base?: string
  /** A path of the server, or a file below the work folder. */
  readonly openapi: string
  /** Passwords that the fixtures name. */
  readonly secrets: Readonly<Record<string, string>>
  /** The database file of an application with SQLite, for counting rows. */
  readonly sqlite?: string
}

interface Source {
  readonly repository: string
  readonly commit: string
}

interface Python {
  /** The oldest that its source can be read by. */
  readonly version: string
  /** The first that its packages do not run with. */
  readonly before?: string
  /** A file of the source, or a list. */
  readonly requirements: string | readonly string[]
  /** Edits by which an older version can read the source: file, text, text. They change nothing that it does. */
  readonly older?: readonly (readonly [file: string, text: string, other: string])[]
}

interface Node {
  readonly dependencies: Readonly<Record<string, string>>
  /** One of its packages asks for an older one than it runs with. */
  readonly legacyPeers?: true
}

interface Seed {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly json?: unknown
}

/** The places of one run. */
export interface Place {
  readonly port: string
  /** `host:port` of the database, and its name. */
  readonly database: { readonly host: string; readonly port: string; readonly name: string; readonly user: string }
  /** The root of this repository. */
  readonly root: string
}

/** The program with its arguments: `python`, `node`, or a program of the machine. */
export type Command = readonly [program: string, ...args: string[]]

const urlOf = ({ database: { host, port, name, user } }: Place): string =>
  `postgresql://${user}:postgres@${host}:${port}/${name}`

/** The collection of VAmPI registers one user, reads the record of another, and changes the password of the one. */
const vampiTexts = (user: string, password: string): readonly (readonly [string, string])[] => [
  ['test1@test1.com', `${user}@mail.example`],
  ['update_test@test.com', `${user}@mail.example`],
  ['\\"password\\": \\"test1\\"', `\\"password\\": \\"${password}\\"`],
  ['\\"password\\": \\"test2\\"', `\\"password\\": \\"${password}\\"`],
  ['test1', user],
  ['my test book', `my test book of ${user}`],
]

const VAMPI: Target = {
  name: 'VAmPI, vulnerable',
  folder: 'vampi',
  source: { repository: 'https://github.com/erev0s/VAmPI', commit: '1713b54b601ad29582581eeda4b31fceb1319874' },
  python: { version: '3.8', requirements: 'requirements.txt' },
  env: () => ({ vulnerable: '1' }),
  start: ({ port }) => ['python', '-c', `import config; config.vuln_app.run(host='127.0.0.1', port=${port})`],
  ready: '/',
  seed: [{ path: '/createdb', method: 'GET' }],
  collection: {
    file: 'openapi_specs/VAmPI.postman_collection.json',
    users: { name1: {}, name2: {} },
    texts: { name1: vampiTexts('name1', 'pass1'), name2: vampiTexts('name2', 'pass2') },
    skip: ['/createdb'],
  },
  openapi: '/openapi.json',
  secrets: { NAME1_PASSWORD: 'pass1', NAME2_PASSWORD: 'pass2', ADMIN_PASSWORD: 'pass1' },
  sqlite: 'database/database.db',
}

const FASTAPI_STACK = [
  'fastapi[standard]>=0.141.1,<1',
  'python-multipart>=0.0.27,<1',
  'email-validator>=2.1,<3',
  'tenacity>=8.2.3,<10',
  'emails>=1.1.2,<2',
  'jinja2>=3.1.4,<4',
  'alembic>=1.12.1,<2',
  'psycopg[binary]>=3.3.4,<4',
  'sqlmodel>=0.0.39,<1',
  'pydantic-settings>=2.2.1,<3',
  'sentry-sdk[fastapi]>=2,<3',
  'pyjwt>=2.13,<3',
  'pwdlib[argon2,bcrypt]>=0.3',
]

const RESTAURANT_STACK = [
  'fastapi>=0.103,<0.104',
  'pydantic==2.10.6',
  'uvicorn[standard]>=0.23.2,<0.24',
  'httpx>=0.24.1,<0.25',
  'sqlalchemy>=2.0.20,<2.1',
  'psycopg2-binary',
  'python-jose>=3.3,<4',
  'passlib>=1.7.4,<2',
  'python-multipart==0.0.9',
  'bcrypt>=4.1.2,<5',
  'requests>=2.31,<3',
  'alembic>=1.13.1,<2',
  'pillow>=11.1,<12',
  'psutil>=7,<8',
  'slowapi>=0.1.9,<0.2',
]

const DOJO_STACK = [
  'fastapi>=0.109,<1',
  'uvicorn[standard]>=0.27,<1',
  'pydantic[email]>=2,<3',
  'pydantic-settings>=2,<3',
  'sqlalchemy>=2,<2.1',
  'aiosqlite>=0.19,<1',
  'python-jose[cryptography]>=3.3,<4',
  'passlib[bcrypt]>=1.7,<2',
  'bcrypt<4.1',
  'python-multipart>=0.0.6',
  'strawberry-graphql[fastapi]==0.217.0',
]

const RADWARE_STACK = [
  'fastapi>=0.115,<1',
  'uvicorn[standard]>=0.30,<1',
  'pydantic[email]>=2,<3',
  'passlib[bcrypt]>=1.7,<2',
  'bcrypt==4.0.1',
  'python-jose[cryptography]>=3.3,<4',
  'requests>=2.31,<3',
  'httpx>=0.24,<1',
  'python-json-logger>=2,<5',
  'sqlalchemy>=2,<2.1',
  'pyyaml>=6,<7',
]

/** Node reads TypeScript, and takes the client of Prisma from the file that was written for it. */
const throughTsx = (root: string): readonly string[] => [
  '--require',
  './client.cjs',
  '--import',
  `file://${root}/node_modules/tsx/dist/loader.mjs`,
]

/** Node reads the decorators of Nest through the compiler of TypeScript. */
const NEST = [
  '--require',
  './before.cjs',
  '--require',
  'ts-node/register/transpile-only',
  '--require',
  'tsconfig-paths/register',
]

/** The client of Prisma that reads SQLite without a program from elsewhere. */
const LIBSQL_CLIENT = `const client = require('@prisma/client')
const { PrismaLibSQL } = require('@prisma/adapter-libsql')
const { PrismaClient } = client
const adapter = new PrismaLibSQL({ url: process.env.DATABASE_URL })
client.PrismaClient = class extends PrismaClient { constructor() { super({ adapter }) } }
`
const LIBSQL_CONFIG = `import { PrismaLibSQL } from '@prisma/adapter-libsql'
const adapter = async () => new PrismaLibSQL({ url: process.env.DATABASE_URL })
export default { schema: 'prisma/schema.prisma', experimental: { adapter: true }, engine: 'js', adapter }
`
const SHOP_DATABASE = 'file:./dev.db'

/** An application as its authors run it in Python, without what only its pages ask for. */
const DEMONSTRATOR_STACK = [
  'fastapi==0.120.4',
  'uvicorn==0.38.0',
  'pydantic==2.12.3',
  'sqlalchemy==2.0.44',
  'python-jose==3.5.0',
  'passlib==1.7.4',
  'bcrypt==3.2.2',
  'faker==37.12.0',
  'python-multipart==0.0.20',
  'python-dotenv==1.2.1',
  'slowapi==0.1.9',
]

/** Its data are made at random: these are the same in each run, and both users have orders. */
const demonstratorOn = (port: string): string => `import random, uvicorn
from faker import Faker
random.seed(4711)
Faker.seed(4711)
uvicorn.run('app.main:app', host='127.0.0.1', port=${port})`

const SECUREBANK_CHANGES = 'securebank-core/src/main/resources/db/changelog'
/** No operation makes a manager, and none pays money in. Their passwords are `<name>-Pw-4711-kx`. */
const SECUREBANK_DATA = `--liquibase formatted sql
--changeset svc:users
INSERT INTO users (username, email, password_hash, role, tenant_id) VALUES
 ('ann', 'ann@example.com', '$2b$10$GTA73Z1thQ2orOtxEn3JeO5kD5bmxKYMFo3h7Ezsz/QExLUASuuPK', 'USER', 1),
 ('bob', 'bob@example.com', '$2b$10$wqWbqh7vPJ/lZ/Us4XDc4u0dGhCFKwna3hkWlG4ZL4Yn8ObxjABb6', 'USER', 1),
 ('carol', 'carol@example.com', '$2b$10$oQpjv5nrdkxATGoA.xdpcuWnNPudeoCw9tC9.H4q6xjQuwZIJ5alO', 'USER', 2),
 ('manager', 'manager@example.com', '$2b$10$y/APlsxPDCQipkHA9IboC.s2nHCU81BmPye2vshy4UdVuYGMBAhyq', 'MANAGER', 1),
 ('admin', 'admin@example.com', '$2b$10$6Ca.XPOE6UN5EKZZBMP4X.YxbClQpMnQvoErf/ceTFQL7b6.0HMEC', 'ADMIN', 1);
INSERT INTO accounts (account_number, user_id, balance, account_type, tenant_id) VALUES
 ('4711000001', 1, 1000, 'CHECKING', 1), ('4711000002', 2, 1000, 'SAVINGS', 1), ('4711000003', 3, 1000, 'CHECKING', 2);
INSERT INTO transactions (from_account_id, to_account_id, amount, description, transaction_type, status, tenant_id) VALUES
 (1, 2, 25, 'Rent of May', 'TRANSFER', 'COMPLETED', 1), (2, 1, 5, 'Lunch on Monday', 'TRANSFER', 'COMPLETED', 1),
 (3, 3, 7, 'Savings of carol', 'TRANSFER', 'COMPLETED', 2);
INSERT INTO loans (user_id, amount, interest_rate, term_months, status, application_data_json, tenant_id) VALUES
 (1, 5000, 4.5, 24, 'PENDING', '{"purpose":"a bicycle"}', 1), (2, 9000, 5.5, 36, 'PENDING', '{"purpose":"a roof"}', 1),
 (3, 700, 3.5, 12, 'PENDING', '{"purpose":"a piano"}', 2);
`

/** No operation makes a provider of identities but the host's, and users bring no records: they are made through its own API before the run. */
const MEMOS_DATA = `import { spawn } from 'node:child_process'
import { once } from 'node:events'
const [, , program, ...argv] = process.argv
const origin = 'http://127.0.0.1:' + argv[argv.indexOf('--port') + 1]
const server = spawn(program, argv, { stdio: 'ignore' })
process.on('exit', () => server.kill())
while (!(await fetch(origin + '/healthz').catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 100))
const send = async (path, body, cookie = '', method = 'POST') => {
  const answer = await fetch(origin + '/api/v1/' + path, {
    method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', cookie },
  })
  if (!answer.ok) throw new Error(method + ' ' + path + ' ' + answer.status + ' ' + (await answer.text()))
  return { set: answer.headers.get('set-cookie'), ...(await answer.json()) }
}
const people = {}
for (const username of ['owner', 'ann', 'bob']) {
  const password = username + '-Pw-4711-kx'
  const { name } = await send('users', { username, password, email: username + '@example.com', role: 'USER', state: 'NORMAL' })
  const { set } = await send('auth/sessions', { passwordCredentials: { username, password } })
  people[username] = { name, cookie: set.split(';')[0] }
}
await send('identityProviders', {
  type: 'OAUTH2', title: 'Office', config: { oauth2Config: {
    clientId: 'memos', clientSecret: 'office-Sk-4711-kx', authUrl: 'http://127.0.0.1:9/authorize', tokenUrl: 'http://127.0.0.1:9/token',
    userInfoUrl: 'http://127.0.0.1:9/me', scopes: ['profile'], fieldMapping: { identifier: 'sub' },
  } },
}, people.owner.cookie)
for (const [username, { name, cookie }] of Object.entries(people).slice(1)) {
  const write = (content, visibility) => send('memos', { content, visibility, state: 'NORMAL' }, cookie)
  const secret = await write('Diary of ' + username + ': the doctor called on Monday #health', 'PRIVATE')
  await write('Rota of ' + username + ' for the office', 'PROTECTED')
  people[username].memo = (await write('Hello from ' + username, 'PUBLIC')).name
  const old = await write('Draft of ' + username + ' on the move of the office', 'PROTECTED')
  await send(old.name + '?updateMask=state', { state: 'ARCHIVED', content: '', visibility: 'PROTECTED' }, cookie, 'PATCH')
  const content = Buffer.from('letter to ' + username).toString('base64')
  await send('attachments', { filename: 'letter-' + username + '.txt', type: 'text/plain', content, memo: secret.name }, cookie)
  await send('attachments', { filename: 'draft-' + username + '.txt', type: 'text/plain', content }, cookie)
  await send(secret.name + '/reactions', { name: secret.name, reaction: { contentId: secret.name, reactionType: 'ok' } }, cookie)
  await send(name + '/shortcuts', { title: 'health of ' + username, filter: 'tag in ["health"]' }, cookie)
}
await send(people.ann.memo + '/comments', { content: 'Bob was here', visibility: 'PUBLIC', state: 'NORMAL' }, people.bob.cookie)
await send(people.bob.memo + '/comments', { content: 'Ann was here', visibility: 'PUBLIC', state: 'NORMAL' }, people.ann.cookie)
server.kill()
await once(server, 'exit')
`
const MEMOS_COOKIE = 'runtime.WithOutgoingHeaderMatcher(func(n string) (string, bool) { return n, n == "set-cookie" })'
const memosOn = (port: string): Command => [
  './memos-server',
  '--mode',
  'prod',
  '--addr',
  '127.0.0.1',
  '--port',
  port,
  '--data',
  'data',
]

/** Without the server that runs several of it, logins that it does not have yet, and types. */
const BRACKET_STACK = [
  'aiofiles==25.1.0',
  'aiohttp==3.13.4',
  'alembic==1.18.0',
  'asyncpg==0.31.0',
  'bcrypt==5.0.0',
  'click==8.3.0',
  'databases[asyncpg]==0.9.0',
  'fastapi==0.135.3',
  'heliclockter==3.0.1',
  'psycopg2-binary==2.9.11',
  'pydantic==2.12.4',
  'pydantic_settings==2.13.0',
  'pyjwt==2.12.0',
  'python-dotenv==1.2.1',
  'python-multipart==0.0.22',
  'sentry-sdk==2.57.0',
  'sqlalchemy==2.0.44',
  'starlette==0.52.1',
  'uvicorn==0.44.0',
]
const BRACKET_MODEL = "TypeVar('BaseModelT', bound=BaseModel)"
/** Two users with a club and a tournament that is not public, made through its own API before the run. */
const BRACKET_DATA = `import json, subprocess, sys, time, urllib.error, urllib.parse, urllib.request
port = sys.argv[1]
origin = 'http://127.0.0.1:' + port
server = subprocess.Popen([sys.executable, '-m', 'uvicorn', 'bracket.app:app', '--host', '127.0.0.1', '--port', port])

def send(path, body=None, token='', method='POST'):
    headers = {'content-type': 'application/json', **({'authorization': 'Bearer ' + token} if token else {})}
    data = None if method == 'GET' else json.dumps({} if body is None else body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(origin + path, data, headers, method=method)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise SystemExit(method + ' ' + path + ' ' + str(error.code) + ' ' + error.read().decode())

try:
    while True:
        try:
            urllib.request.urlopen(origin + '/ping').close()
            break
        except OSError:
            if server.poll() is not None:
                raise SystemExit('the server ended')
            time.sleep(0.2)
    for name in ('ann', 'bob'):
        user = {'email': name + '@example.com', 'name': name, 'password': name + '-Pw-4711-kx', 'captcha_token': ''}
        token = send('/users/register', user)['data']['access_token']
        club = send('/clubs', {'name': 'Club of ' + name}, token)['data']['id']
        send('/tournaments', {
            'name': 'Cup of ' + name, 'club_id': club, 'start_time': '2030-05-04T10:00:00Z', 'dashboard_public': False, 'dashboard_endpoint': '',
            'players_can_be_in_multiple_teams': False, 'auto_assign_courts': True, 'duration_minutes': 10, 'margin_minutes': 5,
        }, token)
        cup = '/tournaments/' + str(send('/tournaments', token=token, method='GET')['data'][0]['id'])
        send(cup + '/courts', {'name': 'Court of ' + name}, token)
        send(cup + '/players_multi', {'names': 'Kim ' + name + '\\nLee ' + name, 'active': True}, token)
        players = send(cup + '/players', token=token, method='GET')['data']['players']
        teams = [
            send(cup + '/teams', {'name': 'Team of ' + player['name'], 'active': True, 'player_ids': [player['id']]}, token)['data']['id']
            for player in players
        ]
        send(cup + '/stages', token=token)
        stage = send(cup + '/stages', token=token, method='GET')['data'][0]['id']
        send(cup + '/stage_items', {'stage_id': stage, 'name': 'Group of ' + name, 'type': 'ROUND_ROBIN', 'team_count': 2}, token)
        item = send(cup + '/stages', token=token, method='GET')['data'][0]['stage_items'][0]
        for entry, team in zip(item['inputs'], teams):
            send(cup + '/stage_items/' + str(item['id']) + '/inputs/' + str(entry['id']), {'team_id': team}, token, 'PUT')
finally:
    server.terminate()
    server.wait()
`

/** Its users bring no records: two households with an item, a receipt, a repair and a notifier each, made through its own API before the run. */
const HOMEBOX_DATA = `import { spawn } from 'node:child_process'
import { once } from 'node:events'
const origin = 'http://127.0.0.1:' + process.env.HBOX_WEB_PORT + '/api/v1/'
const server = spawn('./homebox', [], { stdio: 'ignore' })
process.on('exit', () => server.kill())
while (!(await fetch(origin + 'status').catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 100))
const send = async (path, body, authorization = '', method = 'POST') => {
  const isForm = body instanceof FormData
  const headers = { authorization, ...(isForm ? {} : { 'content-type': 'application/json' }) }
  const answer = await fetch(origin + path, { method, body: isForm ? body : JSON.stringify(body), headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(method + ' ' + path + ' ' + answer.status + ' ' + text)
  return text === '' ? undefined : JSON.parse(text)
}
for (const name of ['ann', 'bob']) {
  const [email, password] = [name + '@example.com', name + '-Pw-4711-kx']
  await send('users/register', { name, email, password })
  const { token } = await send('users/login', { username: email, password })
  const write = (path, body, method) => send(path, body, token, method)
  const room = await write('locations', { name: 'Safe of ' + name, description: 'Behind the picture of ' + name })
  const label = await write('labels', { name: 'Insured by ' + name, description: 'Policy 4711 of ' + name })
  const item = { name: 'Camera of ' + name, description: 'A gift to ' + name, quantity: 1, locationId: room.id, labelIds: [label.id] }
  const { id, assetId } = await write('items', item)
  const fields = [{ type: 'text', name: 'Code', textValue: 'code of ' + name }]
  await write('items/' + id, { ...item, id, assetId, serialNumber: 'SN-4711-' + name, notes: 'Lent to the aunt of ' + name, fields }, 'PUT')
  const receipt = new FormData()
  receipt.set('file', new Blob(['Receipt for ' + name + ' of 4 May']), 'receipt.txt')
  receipt.set('name', 'receipt-' + name + '.txt')
  receipt.set('type', 'receipt')
  await write('items/' + id + '/attachments', receipt)
  await write('items/' + id + '/maintenance', { name: 'Lens of ' + name + ' cleaned', completedDate: '2026-05-04', scheduledDate: '', description: '', cost: '12' })
  await write('notifiers', { name: 'Chat of ' + name, isActive: false, url: 'discord://' + name + '-Sk-4711@4711' })
}
server.kill()
await once(server, 'exit')
`

/** Its users bring no records but an empty project: each gets a project with tasks, a webhook, a link and more, made through its own API before the run. */
const VIKUNJA_DATA = `import { spawn } from 'node:child_process'
import { once } from 'node:events'
const origin = 'http://' + process.env.VIKUNJA_SERVICE_INTERFACE + '/api/v1/'
const server = spawn('./vikunja', ['web'], { stdio: 'ignore' })
process.on('exit', () => server.kill())
while (!(await fetch(origin + 'info').catch(() => undefined))) { if (server.exitCode !== null) throw new Error('the server ended'); await new Promise((resolve) => setTimeout(resolve, 100)) }
const send = async (path, body, token = '', method = 'PUT') => {
  const isForm = body instanceof FormData
  const headers = { ...(token && { authorization: 'Bearer ' + token }), ...(isForm ? {} : { 'content-type': 'application/json' }) }
  const answer = await fetch(origin + path, { method, headers, ...(method === 'GET' ? {} : { body: isForm ? body : JSON.stringify(body) }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(method + ' ' + path + ' ' + answer.status + ' ' + text)
  return text === '' ? undefined : JSON.parse(text)
}
for (const username of ['ann', 'bob']) {
  const password = username + '-Pw-4711-kx'
  await send('register', { username, password, email: username + '@example.com' }, '', 'POST')
  const { token } = await send('login', { username, password }, '', 'POST')
  const write = (path, body, method) => send(path, body, token, method)
  const project = await write('projects', { title: 'House of ' + username, description: 'The loan of ' + username })
  const title = 'Call the bank of ' + username
  const task = await write('projects/' + project.id + '/tasks', { title, description: 'Account 4711 of ' + username, due_date: '2030-05-04T10:00:00Z' })
  const other = await write('projects/' + project.id + '/tasks', { title: 'Paint the door of ' + username })
  const label = await write('labels', { title: 'Debts of ' + username, description: 'Not for the family of ' + username })
  await write('tasks/' + task.id + '/labels', { label_id: label.id })
  await write('tasks/' + task.id + '/comments', { comment: 'The clerk of ' + username + ' is on leave' })
  await write('tasks/' + task.id + '/relations', { task_id: task.id, other_task_id: other.id, relation_kind: 'related' })
  await write('tasks/' + task.id + '/reactions', { value: 'ok' })
  await write('tasks/' + task.id + '/assignees', { user_id: (await write('user', undefined, 'GET')).id })
  const letter = new FormData()
  letter.set('files', new Blob(['Letter to the bank of ' + username]), 'letter-' + username + '.txt')
  await write('tasks/' + task.id + '/attachments', letter)
  await write('projects/' + project.id + '/webhooks', {
    target_url: 'http://127.0.0.1:9/' + username, events: ['task.deleted'], secret: username + '-Sk-4711-kx',
    basic_auth_user: 'hook-' + username, basic_auth_password: username + '-Bp-4711-kx',
  })
  await write('projects/' + project.id + '/shares', { name: 'For the aunt of ' + username, permission: 0 })
  await write('filters', { title: 'Urgent for ' + username, description: 'Seen by ' + username, filters: { filter: 'priority > 3' } })
  await write('teams', { name: 'Family of ' + username, description: 'Kin of ' + username })
  await write('subscriptions/project/' + project.id, {})
  await write('tokens', { title: 'Script of ' + username, permissions: { tasks: ['read_one'] }, expires_at: '2035-05-04T10:00:00Z' })
}
server.kill()
await once(server, 'exit')
`
const XORMIGRATE = 'src.techknowlogick.com/xormigrate=./xormigrate'

/** The packages that it names, without those of another database. */
const ENDURAIN_STACK = [
  'fastapi==0.115.14',
  'uvicorn==0.34.3',
  'sqlalchemy==2.0.43',
  'apscheduler==3.11.0',
  'requests==2.32.5',
  'stravalib==2.4',
  'opentelemetry-sdk==1.28.2',
  'opentelemetry-instrumentation-fastapi==0.49b2',
  'opentelemetry-exporter-otlp==1.28.2',
  'python-multipart==0.0.20',
  'python-dotenv==1.1.1',
  'gpxpy==1.6.2',
  'tcxreader==0.4.11',
  'alembic==1.16.5',
  'joserfc==1.3.2',
  'bcrypt==4.3.0',
  'fitdecode==0.10.0',
  'numpy==2.3.3',
  'geopy==2.4.1',
  'garminconnect==0.2.30',
  'garth==0.5.17',
  'websockets==14.2',
  'timezonefinder==6.6.3',
  'psycopg[binary,pool]==3.2.10',
  'user-agents==2.2.0',
  'pydantic[email]==2.11.7',
  'apprise==1.9.4',
  'pyotp==2.9.0',
  'qrcode[pil]==8.2',
  'cryptography==45.0.7',
]
/** The administrator makes users: two with private activities, a gear and a weight each, made through its own API before the run. */
const ENDURAIN_DATA = `import io, json, os, subprocess, sys, time, urllib.error, urllib.parse, urllib.request, uuid
import psycopg
port = sys.argv[1]
origin = 'http://127.0.0.1:' + port + '/api/v1/'
server = subprocess.Popen([sys.executable, '-m', 'uvicorn', 'main:app', '--host', '127.0.0.1', '--port', port])

def send(path, body=None, token='', method='POST', kind='application/json'):
    headers = {'content-type': kind, **({'authorization': 'Bearer ' + token} if token else {})}
    data = None if method == 'GET' else body if isinstance(body, bytes) else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(origin + path, data, headers, method=method)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise SystemExit(method + ' ' + path + ' ' + str(error.code) + ' ' + error.read().decode())

def login(username, password):
    form = urllib.parse.urlencode({'grant_type': 'password', 'username': username, 'password': password}).encode()
    return send('token', form, kind='application/x-www-form-urlencoded')['access_token']

def track(name, hour):
    points = ''.join(
        '<trkpt lat="%.4f" lon="%.4f"><ele>%d</ele><time>%sT%02d:%02d:00Z</time><extensions><g:TrackPointExtension><g:hr>%d</g:hr>'
        '</g:TrackPointExtension></extensions></trkpt>' % (46.9 + minute / 500, 7.4 + minute / 700, 500 + minute, time.strftime('%Y-%m-%d'), hour, minute, 120 + minute)
        for minute in range(20)
    )
    return (
        '<gpx version="1.1" creator="watch" xmlns="http://www.topografix.com/GPX/1/1" '
        'xmlns:g="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><name>' + name + '</name><type>running</type><trkseg>'
        + points + '</trkseg></trk></gpx>'
    )

def upload(name, hour, token):
    mark = uuid.uuid4().hex
    head = '--%s\\r\\ncontent-disposition: form-data; name="file"; filename="run.gpx"\\r\\ncontent-type: application/gpx+xml\\r\\n\\r\\n' % mark
    return send('activities/create/upload', (head + track(name, hour) + '\\r\\n--%s--\\r\\n' % mark).encode(), token, kind='multipart/form-data; boundary=' + mark)

try:
    while True:
        try:
            urllib.request.urlopen(origin + 'about').close()
            break
        except OSError:
            if server.poll() is not None:
                raise SystemExit('the server ended')
            time.sleep(0.2)
    admin = login('admin', 'admin')
    send('users/1/password', {'password': 'Admin-Pw-4711-kx'}, admin, 'PUT')
    made = {}
    for name in ('ann', 'bob'):
        password = name.title() + '-Pw-4711-kx'
        made[name] = send('users', {
            'name': name.title(), 'username': name, 'email': name + '@example.com', 'city': 'Home of ' + name, 'birthdate': '1990-05-04', 'preferred_language': 'us',
            'gender': 1, 'units': 1, 'height': 170, 'access_type': 1, 'is_active': 1, 'currency': 1, 'password': password,
        }, admin)['id']
        token = login(name, password)
        send('profile/privacy', {'user_id': made[name], 'default_activity_visibility': 2}, token, 'PUT')
        send('gears', {'nickname': 'Shoes of ' + name, 'brand': 'Brand of ' + name, 'gear_type': 2, 'is_active': 1}, token)
        send('health', {'date': '2026-05-04', 'weight': 71.5}, token)
        run = upload('Run of ' + name + ' to the doctor', 6, token)[0]['id']
        # Only the files of some watches bring these.
        with psycopg.connect(
            host=os.environ['DB_HOST'], port=os.environ['DB_PORT'], user=os.environ['DB_USER'], password=os.environ['DB_PASSWORD'], dbname=os.environ['DB_DATABASE']
        ) as database:
            database.execute("insert into activity_sets (activity_id, duration, repetitions, weight, set_type, start_time) values (%s, 60, 10, 47, %s, now())", (run, 'active'))
            database.execute(
                "insert into activity_workout_steps (activity_id, message_index, duration_type, notes) values (%s, 0, 'open', %s)", (run, 'After the surgery of ' + name)
            )
        walk = upload('Walk of ' + name + ' home', 8, token)[0]
        # For those who follow.
        send('activities/edit', {'id': walk['id'], 'name': walk['name'], 'activity_type': walk['activity_type'], 'visibility': 1}, token, 'PUT')
finally:
    server.terminate()
    server.wait()
`
/** Its web page and its application for telephones say which of them they are; what says nothing is taken for the latter, which sends tokens in Authorization. */
const ENDURAIN_CLIENT = [
  's/^header_client_type_scheme = .*/def header_client_type_scheme(request: Request):\\n    return request.headers.get("X-Client-Type", "mobile")/',
  's/^from fastapi import Depends,/from fastapi import Request, Depends,/',
].join('; ')

/** The packages that it names, without those that only its pages and tasks ask for. */
const WGER_STACK = [
  'bleach[css]~=6.3',
  'celery[redis]~=5.6.0',
  'crispy-bootstrap5~=2025.6',
  'django-activity-stream~=2.0.0',
  'django-axes[ipware]~=8.0.0',
  'django-bootstrap-breadcrumbs2==1.0.0',
  'django-cors-headers~=4.9.0',
  'django-crispy-forms~=2.5',
  'django-email-verification~=0.3.3',
  'django-environ~=0.12.0',
  'django-filter~=25.2',
  'django-formtools~=2.5',
  'django-prometheus~=2.4.1',
  'django-recaptcha~=4.1.0',
  'django-redis~=6.0.0',
  'django-simple-history~=3.11.0',
  'django-sortedm2m~=4.0.0',
  'django-storages~=1.14.6',
  'djangorestframework-simplejwt[crypto]~=5.5.1',
  'djangorestframework~=3.16.1',
  'django~=5.2.8',
  'drf-spectacular[sidecar]~=0.29.0',
  'easy-thumbnails~=2.10.1',
  'fontawesomefree~=6.6.0',
  'gunicorn~=23.0.0',
  'icalendar~=6.3.2',
  'invoke~=2.2.1',
  'lingua-language-detector~=2.1.1',
  'openfoodfacts~=3.3.0',
  'packaging~=25.0',
  'pillow~=12.0.0',
  'psycopg[binary]~=3.3.2',
  'reportlab~=4.4.5',
  'requests~=2.32.5',
  'setuptools<81',
  'tqdm~=4.67.1',
  'tzdata~=2025.3',
]
const WGER_FIXTURES = [
  'gym',
  'languages',
  'groups',
  'users',
  'licenses',
  'setting_repetition_units',
  'setting_weight_units',
  'gym_config',
  'equipment',
  'muscles',
  'categories',
  'exercise-base-data',
  'translations',
]
/** Two members with a plan, a diary and measurements each; its own fixtures bring the administrator. */
const WGER_DATA = `import datetime, decimal, django
django.setup()
from django.contrib.auth.models import User
from wger.core.models import Language, RepetitionUnit, WeightUnit as Unit
from wger.exercises.models import Exercise
from wger.manager.models import *
from wger.measurements.models import Category, Measurement
from wger.nutrition.models import Ingredient, LogItem, Meal, MealItem, NutritionPlan
from wger.weight.models import WeightEntry

day = datetime.date(2026, 5, 4)
exercises = list(Exercise.objects.order_by('pk')[:2])
food = Ingredient.objects.create(
    name='Oats', language=Language.objects.get(short_name='en'), energy=370, protein=13, carbohydrates=60,
    carbohydrates_sugar=1, fat=7, fat_saturated=1, fiber=10, sodium=0, created=day,
)
for number, name in enumerate(('ann', 'bob')):
    user = User.objects.create_user(name, name + '@example.com', name + '-Pw-4711-kx')
    routine = Routine.objects.create(user=user, name='Comeback of ' + name, description='Knee of ' + name, start=day, end=day + datetime.timedelta(27))
    training = Day.objects.create(routine=routine, name='Legs of ' + name, order=1)
    slot = Slot.objects.create(day=training, order=1, comment='Slowly, ' + name)
    entry = SlotEntry.objects.create(slot=slot, exercise=exercises[number], order=1, comment='No pain for ' + name)
    for number_of, config in enumerate((WeightConfig, MaxWeightConfig, RepetitionsConfig, MaxRepetitionsConfig, SetsConfig, MaxSetsConfig, RestConfig, RiRConfig)):
        config.objects.create(slot_entry=entry, iteration=1, value=number + number_of + 1)
    session = WorkoutSession.objects.create(user=user, routine=routine, day=training, date=day, notes='The knee of ' + name + ' hurts')
    WorkoutLog.objects.create(
        user=user, session=session, routine=routine, iteration=1, slot_entry=entry, exercise=exercises[number], date=django.utils.timezone.now(),
        repetitions=10 + number, weight=80 + number, repetitions_unit=RepetitionUnit.objects.first(), weight_unit=Unit.objects.first(),
    )
    plan = NutritionPlan.objects.create(user=user, description='Diet of ' + name)
    meal = Meal.objects.create(plan=plan, name='Breakfast of ' + name, order=1)
    MealItem.objects.create(meal=meal, ingredient=food, amount=100 + number * 11, order=1)
    LogItem.objects.create(plan=plan, meal=meal, ingredient=food, amount=80 + number * 11, datetime=django.utils.timezone.now())
    WeightEntry.objects.create(user=user, date=django.utils.timezone.now(), weight=70 + number * 9)
    category = Category.objects.create(user=user, name='Waist of ' + name, unit='cm')
    Measurement.objects.create(category=category, value=80 + number * 9, notes='After the flu of ' + name)
User.objects.filter(username='admin').update(password=__import__('django.contrib.auth.hashers', fromlist=['x']).make_password('admin-Pw-4711-kx'))
`

/** All of them; those that are held come last. */
export const TARGETS: readonly Target[] = [
  VAMPI,
  { ...VAMPI, name: 'VAmPI, secure', env: () => ({ vulnerable: '0' }), flaws: ['V4', 'V7', 'V8'] },
  {
    name: 'Damn Vulnerable RESTaurant',
    folder: 'restaurant',
    source: {
      repository: 'https://github.com/theowni/Damn-Vulnerable-RESTaurant-API-Game',
      commit: 'ed67ab96aeafda9f73cab53db491da2d6f590a07',
    },
    workingFolder: 'app',
    python: { version: '3.10', requirements: RESTAURANT_STACK },
    postgres: true,
    env: ({ database }) => ({
      POSTGRES_USER: database.user,
      POSTGRES_PASSWORD: 'postgres',
      POSTGRES_SERVER: database.host,
      POSTGRES_PORT: database.port,
      POSTGRES_DB: database.name,
    }),
    prepare: () => [['python', '-m', 'alembic', 'upgrade', 'head']],
    start: ({ port }) => ['python', '-m', 'uvicorn', 'main:app', '--host', '127.0.0.1', '--port', port],
    ready: '/healthcheck',
    openapi: '/openapi.json',
    secrets: { HHM_PASSWORD: '12345678', JOHNDOE_PASSWORD: 'password123', MIKE_PASSWORD: 'kaylee123' },
  },
  {
    name: 'RealWorld, Express',
    folder: 'realworld',
    source: {
      repository: 'https://github.com/gothinkster/node-express-realworld-example-app',
      commit: '30b68e1e881462b2f4164ea09ab4c4f5699c7b0b',
    },
    beside: {
      specification: {
        repository: 'https://github.com/gothinkster/realworld',
        commit: '747190ecf0bb27d461cf1100f6cb3468c6c914ed',
      },
    },
    // The client of Prisma that runs without programs that are fetched from elsewhere; the source takes it as it is.
    node: {
      dependencies: {
        '@prisma/adapter-pg': '6.19.3',
        '@prisma/client': '6.19.3',
        bcryptjs: '^2.4.3',
        'body-parser': '^1.20.2',
        cors: '^2.8.5',
        express: '~4.18.1',
        'express-jwt': '^8.4.1',
        jsonwebtoken: '^9.0.2',
        prisma: '6.19.3',
        slugify: '^1.6.0',
        tslib: '^2.3.0',
      },
    },
    postgres: true,
    env: (place) => ({
      DATABASE_URL: urlOf(place),
      PORT: place.port,
      JWT_SECRET: 'c1f0a2b7e94d4f58a6d3097be25c81fa',
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    }),
    prepare: () => [
      ['sed', '-i', 's/previewFeatures = \\[\\]/engineType = "client"/', 'src/prisma/schema.prisma'],
      ['node', 'node_modules/prisma/build/index.js', 'generate', '--schema', 'src/prisma/schema.prisma'],
      ['psql-files', 'src/prisma/migrations'],
      [
        'write',
        'client.cjs',
        `const { PrismaClient } = require('@prisma/client')
const { PrismaPg } = require('@prisma/adapter-pg')
globalThis.prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }) })
`,
      ],
    ],
    start: ({ root }) => ['node', ...throughTsx(root), 'src/main.ts'],
    ready: '/',
    seed: ['ann', 'bob'].map((name) => ({
      path: '/api/users',
      json: { user: { username: name, email: `${name}@example.com`, password: `${name}-Pw-4711-kx` } },
    })),
    base: '/api',
    collection: {
      file: 'specification/api/Conduit.postman_collection.json',
      users: Object.fromEntries(
        ['ann', 'bob'].map((name) => [
          `${name}@example.com`,
          { USERNAME: name, EMAIL: `${name}@example.com`, PASSWORD: `${name}-Pw-4711-kx` },
        ]),
      ),
    },
    openapi: 'specification/api/openapi.yml',
    secrets: { ANN_PASSWORD: 'ann-Pw-4711-kx', BOB_PASSWORD: 'bob-Pw-4711-kx' },
  },
  {
    name: 'Full Stack FastAPI Template',
    folder: 'template',
    source: {
      repository: 'https://github.com/fastapi/full-stack-fastapi-template',
      commit: '68adb40d37425f6f8668ec7e5a054500d045e43e',
    },
    workingFolder: 'backend',
    python: {
      version: '3.14',
      requirements: FASTAPI_STACK,
      older: [
        [
          'app/api/deps.py',
          'except InvalidTokenError, ValidationError:',
          'except (InvalidTokenError, ValidationError):',
        ],
        ['app/models.py', 'items: list[Item]', 'items: list["Item"]'],
      ],
    },
    postgres: true,
    env: (place) => ({
      PROJECT_NAME: 'Template',
      FASTAPI_ENV: '',
      SECRET_KEY: '4f1d0c7b6a5e48d2b3c9f8e7a6d5c4b3a2918070',
      DATABASE_URL: urlOf(place),
      FIRST_SUPERUSER: 'admin@example.com',
      FIRST_SUPERUSER_PASSWORD: 'admin-Pw-4711-kx',
      SMTP_HOST: '',
    }),
    prepare: () => [
      ['rm', '-f', '../.env'],
      ['mkdir', '-p', 'app/frontend'],
      ['write', 'app/frontend/index.html', ''],
      ['python', '-m', 'alembic', 'upgrade', 'head'],
      ['python', '-m', 'app.initial_data'],
    ],
    start: ({ port }) => ['python', '-m', 'uvicorn', 'app.main:app', '--host', '127.0.0.1', '--port', port],
    ready: '/api/v1/utils/health-check/',
    seed: ['ann', 'bob'].map((name) => ({
      path: '/api/v1/users/signup',
      json: { email: `${name}@example.com`, password: `${name}-Pw-4711-kx`, full_name: name },
    })),
    openapi: '/api/v1/openapi.json',
    secrets: { ADMIN_PASSWORD: 'admin-Pw-4711-kx', ANN_PASSWORD: 'ann-Pw-4711-kx', BOB_PASSWORD: 'bob-Pw-4711-kx' },
  },
  {
    name: 'NestJS Boilerplate',
    folder: 'nest',
    source: {
      repository: 'https://github.com/brocoders/nestjs-boilerplate',
      commit: '9620f159eefe38f47747d02ab162852367c5472c',
    },
    node: {
      dependencies: {
        '@aws-sdk/client-s3': '3.1011.0',
        '@aws-sdk/s3-request-presigner': '3.1011.0',
        '@nestjs/common': '11.1.18',
        '@nestjs/config': '4.0.3',
        '@nestjs/core': '11.1.18',
        '@nestjs/jwt': '11.0.2',
        '@nestjs/mongoose': '11.0.4',
        '@nestjs/passport': '11.0.5',
        '@nestjs/platform-express': '11.1.18',
        '@nestjs/swagger': '11.2.6',
        '@nestjs/typeorm': '11.0.1',
        'apple-signin-auth': '2.0.0',
        bcryptjs: '3.0.3',
        'class-transformer': '0.5.1',
        'class-validator': '0.15.1',
        dotenv: '17.3.1',
        'google-auth-library': '10.6.2',
        handlebars: '4.7.9',
        helmet: '^8.3.0',
        mongoose: '9.4.1',
        'mongoose-autopopulate': '^1.2.1',
        ms: '2.1.3',
        multer: '2.1.1',
        'multer-s3': '3.0.1',
        'nestjs-i18n': '10.6.0',
        nodemailer: '8.0.2',
        passport: '0.7.0',
        'passport-anonymous': '1.0.1',
        'passport-jwt': '4.0.1',
        pg: '8.20.0',
        'reflect-metadata': '0.2.2',
        rxjs: '7.8.2',
        'swagger-ui-express': '5.0.1',
        'ts-node': '10.9.2',
        'tsconfig-paths': '4.2.0',
        tslib: '2.8.1',
        typeorm: '0.3.28',
        typescript: '5.9.3',
      },
    },
    postgres: true,
    // As its example for a relational database says, with other secrets.
    env: ({ port, database }) => ({
      NODE_ENV: 'production',
      APP_PORT: port,
      API_PREFIX: 'api',
      FRONTEND_DOMAIN: 'http://localhost:3000',
      BACKEND_DOMAIN: `http://127.0.0.1:${port}`,
      DATABASE_TYPE: 'postgres',
      DATABASE_HOST: database.host,
      DATABASE_PORT: database.port,
      DATABASE_USERNAME: database.user,
      DATABASE_PASSWORD: 'postgres',
      DATABASE_NAME: database.name,
      DATABASE_SYNCHRONIZE: 'false',
      FILE_DRIVER: 'local',
      MAIL_HOST: '127.0.0.1',
      MAIL_PORT: '1025',
      MAIL_IGNORE_TLS: 'true',
      MAIL_SECURE: 'false',
      MAIL_REQUIRE_TLS: 'false',
      MAIL_DEFAULT_EMAIL: 'noreply@example.com',
      MAIL_DEFAULT_NAME: 'Api',
      AUTH_JWT_SECRET: '7c1e0f5a9d3b48e6b2f4a8c6d0e1937f',
      AUTH_JWT_TOKEN_EXPIRES_IN: '15m',
      AUTH_REFRESH_SECRET: 'a90b3d7e5c1f4268907be4d2f6a8c013',
      AUTH_REFRESH_TOKEN_EXPIRES_IN: '30d',
      AUTH_FORGOT_SECRET: '2d8f6b0c4e7a19350cd1b9e8f7a6d4c2',
      AUTH_FORGOT_TOKEN_EXPIRES_IN: '30m',
      AUTH_CONFIRM_EMAIL_SECRET: 'e5b7d9c1f30a4862b4d6f8e0a2c41795',
      AUTH_CONFIRM_EMAIL_TOKEN_EXPIRES_IN: '1d',
      AUTH_UNIFORM_ERRORS: 'false',
    }),
    prepare: () => [
      // Nothing is mailed, and the folder of the templates is that of the copy.
      [
        'write',
        'before.cjs',
        `process.env.PWD = process.cwd()
const mailer = require('nodemailer')
const { createTransport } = mailer
mailer.createTransport = () => createTransport({ jsonTransport: true })
`,
      ],
      ['sed', '-i', "s/infer: true }));$/infer: true }), '127.0.0.1');/", 'src/main.ts'],
      ['mkdir', '-p', 'files'],
      ['node', ...NEST, 'node_modules/typeorm/cli.js', '--dataSource=src/database/data-source.ts', 'migration:run'],
      ['node', ...NEST, 'src/database/seeds/relational/run-seed.ts'],
    ],
    start: () => ['node', ...NEST, 'src/main.ts'],
    ready: '/docs-json',
    seed: ['ann', 'bob'].map((name) => ({
      path: '/api/v1/auth/email/register',
      json: { email: `${name}@example.com`, password: `${name}-Pw-4711-kx`, firstName: name, lastName: 'Example' },
    })),
    openapi: '/docs-json',
    secrets: { ADMIN_PASSWORD: 'secret', ANN_PASSWORD: 'ann-Pw-4711-kx', BOB_PASSWORD: 'bob-Pw-4711-kx' },
  },
  {
    name: 'Vulnerable Bank',
    folder: 'bank',
    source: {
      repository: 'https://github.com/Commando-X/vuln-bank',
      commit: '5e5ea5425fcf309373a0655dd111ecfb45037cbf',
    },
    python: { version: '3.8', requirements: 'requirements.txt' },
    postgres: true,
    env: ({ database }) => ({
      DB_HOST: database.host,
      DB_PORT: database.port,
      DB_NAME: database.name,
      DB_USER: database.user,
      DB_PASSWORD: 'postgres',
    }),
    start: ({ port }) => [
      'python',
      '-c',
      `import app; app.init_db(); app.app.run(host='127.0.0.1', port=${port}, threaded=True)`,
    ],
    ready: '/healthz',
    seed: ['ann', 'bob'].map((name) => ({
      path: '/register',
      json: { username: name, password: `${name}-Pw-4711-kx` },
    })),
    openapi: '/static/openapi.json',
    secrets: { ANN_PASSWORD: 'ann-Pw-4711-kx', BOB_PASSWORD: 'bob-Pw-4711-kx' },
  },
  {
    name: 'c{api}tal',
    folder: 'capital',
    source: { repository: 'https://github.com/Checkmarx/capital', commit: '70c0bfd93d83b266f8e85fb7b21509718b657ac0' },
    python: { version: '3.8', before: '3.11', requirements: 'requirements.txt' },
    postgres: true,
    env: (place) => ({ DATABASE_URL: urlOf(place), APP_ENV: 'prod' }),
    prepare: () => [['python', '-m', 'alembic', 'upgrade', 'fdf8821871d7']],
    start: ({ port }) => [
      'python',
      '-m',
      'uvicorn',
      'app.main:get_application',
      '--factory',
      '--host',
      '127.0.0.1',
      '--port',
      port,
    ],
    ready: '/openapi.json',
    seed: ['ann', 'bob'].map((name) => ({
      path: '/api/users',
      json: { user: { username: name, email: `${name}@example.com`, password: `${name}-Pw-4711-kx` } },
    })),
    openapi: '/openapi.json',
    secrets: { ANN_PASSWORD: 'ann-Pw-4711-kx', BOB_PASSWORD: 'bob-Pw-4711-kx' },
  },
  {
    name: 'API Security Dojo',
    folder: 'dojo',
    source: { repository: 'https://github.com/maogouste/vulnapi', commit: 'ed0775d6fb95c341404187df2289e5dcba4eba85' },
    workingFolder: 'implementations/python-fastapi',
    python: { version: '3.10', requirements: DOJO_STACK },
    start: ({ port }) => ['python', '-m', 'uvicorn', 'app.main:app', '--host', '127.0.0.1', '--port', port],
    ready: '/health',
    openapi: '/openapi.json',
    secrets: { JOHN_PASSWORD: 'password123', JANE_PASSWORD: 'jane2024', ADMIN_PASSWORD: 'admin123' },
    sqlite: 'vulnapi.db',
  },
  {
    name: 'Radware Vulnerable E-commerce',
    folder: 'radware',
    source: {
      repository: 'https://github.com/Radware/radware-vulnerable-api-application',
      commit: 'e2a6473ed9467402b87569efa0316d593c12ec81',
    },
    python: { version: '3.9', requirements: RADWARE_STACK },
    // Its users are made once, not twice.
    env: () => ({ DB_MODE: 'memory', DB_SKIP_AUTO_SEED: 'true' }),
    start: ({ port }) => ['python', '-m', 'uvicorn', 'app.main:app', '--host', '127.0.0.1', '--port', port],
    ready: '/',
    openapi: '/openapi.json',
    secrets: { ALICE_PASSWORD: 'AlicePass1!', BOB_PASSWORD: 'BobPass2@', ADMIN_PASSWORD: 'AdminPass123!' },
  },
  {
    name: 'VulnYoga',
    folder: 'yoga',
    source: { repository: 'https://github.com/yaaras/VulnYoga', commit: '7d8280087563ab7253816bcbe46924d1375867ff' },
    // As with RealWorld: a later client of Prisma, which needs no programs from elsewhere.
    node: {
      dependencies: {
        '@prisma/adapter-libsql': '6.19.3',
        '@prisma/client': '6.19.3',
        bcryptjs: '^2.4.3',
        cors: '^2.8.5',
        dotenv: '^16.3.1',
        express: '^4.18.2',
        'express-rate-limit': '^7.1.5',
        helmet: '^7.1.0',
        jsonwebtoken: '^9.0.2',
        'node-fetch': '^3.3.2',
        prisma: '6.19.3',
        'swagger-ui-express': '^5.0.0',
        winston: '^3.11.0',
        yamljs: '^0.3.0',
        zod: '^3.22.4',
      },
    },
    env: ({ port }) => ({
      PORT: port,
      DATABASE_URL: 'file:./yogastore.db',
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    }),
    prepare: ({ root }) => [
      ['sed', '-i', 's/"prisma-client-js"/"prisma-client-js"\\n  engineType = "client"/', 'prisma/schema.prisma'],
      ['sed', '-i', "s/app.listen(PORT, /app.listen(PORT, '127.0.0.1', /", 'src/index.ts'],
      ['write', 'client.cjs', LIBSQL_CLIENT],
      ['write', 'prisma.config.ts', LIBSQL_CONFIG],
      ['node', 'node_modules/prisma/build/index.js', 'generate'],
      ['node', 'node_modules/prisma/build/index.js', 'db', 'push', '--skip-generate'],
      ['node', ...throughTsx(root), 'prisma/seed.ts'],
    ],
    start: ({ root }) => ['node', ...throughTsx(root), 'src/index.ts'],
    ready: '/healthz',
    openapi: '/openapi.json',
    secrets: { ALICE_PASSWORD: 'alice123', BOB_PASSWORD: 'bob123', ADMIN_PASSWORD: 'admin123' },
    sqlite: 'yogastore.db',
  },
  {
    name: 'Zero Health',
    folder: 'zero',
    isHeld: true,
    source: {
      repository: 'https://github.com/aligorithm/Zero-Health',
      commit: 'b257b3861ee6d18fbd62391a265efc3e0058a1d1',
    },
    // Without libxmljs, which has to be built and reads the files of one import alone.
    node: {
      dependencies: {
        bcryptjs: '^2.4.3',
        'cookie-parser': '^1.4.6',
        cors: '^2.8.5',
        express: '^4.18.2',
        jsonwebtoken: '^9.0.2',
        morgan: '^1.10.0',
        multer: '^2.0.1',
        openai: '^4.104.0',
        pg: '^8.11.3',
        'swagger-jsdoc': '^6.2.8',
        'swagger-ui-express': '^5.0.1',
      },
    },
    postgres: true,
    // No model of language: at a closed port, the assistant says that it is starting.
    env: ({ port, database }) => ({
      PORT: port,
      API_URL: `http://127.0.0.1:${port}`,
      POSTGRES_HOST: database.host,
      POSTGRES_PORT: database.port,
      POSTGRES_DB: database.name,
      POSTGRES_USER: database.user,
      POSTGRES_PASSWORD: 'postgres',
      LLM_PROVIDER: 'ollama',
      OLLAMA_BASE_URL: 'http://127.0.0.1:9',
    }),
    prepare: () => [['sed', '-i', "s/app.listen(PORT, /app.listen(PORT, '127.0.0.1', /", 'server.js']],
    start: () => ['node', 'server.js'],
    ready: '/api/health',
    openapi: '/api/openapi.json',
    secrets: { PATIENT_PASSWORD: 'password123', PATIENT2_PASSWORD: 'password123', ADMIN_PASSWORD: 'password123' },
  },
  {
    name: 'Vulnerable NestJS Shop',
    folder: 'shop',
    source: {
      repository: 'https://github.com/kbzowski/damn-vulnerable-nestjs',
      commit: 'baf9e98921f51ca22d8fe756268bda0c4d20c1c1',
    },
    // A later client of Prisma, as above.
    node: {
      dependencies: {
        '@nestjs/common': '11.1.18',
        '@nestjs/core': '11.1.18',
        '@nestjs/platform-express': '11.1.18',
        '@nestjs/swagger': '11.2.6',
        '@prisma/adapter-libsql': '6.19.3',
        '@prisma/client': '6.19.3',
        '@types/express': '^5.0.0',
        axios: '^1.6.2',
        'class-transformer': '0.5.1',
        'class-validator': '0.14.2',
        cors: '^2.8.5',
        dotenv: '^16.3.1',
        jsonwebtoken: '^9.0.2',
        multer: '2.1.1',
        prisma: '6.19.3',
        'reflect-metadata': '0.2.2',
        rxjs: '7.8.2',
        'ts-node': '10.9.2',
        'tsconfig-paths': '4.2.0',
        typescript: '5.9.3',
      },
    },
    env: () => ({ DATABASE_URL: SHOP_DATABASE, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }),
    prepare: () => [
      ['sed', '-i', 's/"prisma-client-js"/"prisma-client-js"\\n  engineType = "client"/', 'prisma/schema.prisma'],
      ['sed', '-i', "s/app.listen(port)/app.listen(port, '127.0.0.1')/", 'src/main.ts'],
      ['write', 'before.cjs', LIBSQL_CLIENT],
      ['write', 'prisma.config.ts', LIBSQL_CONFIG],
      ['node', 'node_modules/prisma/build/index.js', 'generate'],
      ['node', 'node_modules/prisma/build/index.js', 'db', 'push', '--skip-generate'],
      ['node', ...NEST, 'prisma/seed.ts'],
    ],
    // Its answers hold its environment, so it gets none but its own.
    start: ({ port }) => [
      'env',
      '-i',
      `PATH=${dirname(process.execPath)}`,
      `PORT=${port}`,
      `DATABASE_URL=${SHOP_DATABASE}`,
      'JWT_SECRET=super-secret-key-123',
      'JWT_EXPIRES_IN=30d',
      'ADMIN_EMAIL=admin@shop.com',
      'ADMIN_PASSWORD=password123',
      'UPLOAD_PATH=./uploads',
      'PAYMENT_WEBHOOK_SECRET=webhook-secret-123',
      'THIRD_PARTY_API_KEY=sk-12345abcdef67890',
      process.execPath,
      ...NEST,
      'src/main.ts',
    ],
    ready: '/api-json',
    openapi: '/api-json',
    secrets: { JOHN_PASSWORD: '123456', JANE_PASSWORD: 'qwerty', ADMIN_PASSWORD: 'password123' },
    sqlite: 'dev.db',
  },
  {
    name: 'SecureBank',
    folder: 'securebank',
    source: {
      repository: 'https://github.com/AnshuPandey00/SecureBank',
      commit: '854eaeade2c0565a898b4622c8b9161123b1486f',
    },
    postgres: true,
    env: ({ port, database: { host, port: other, name, user } }) => ({
      SERVER_ADDRESS: '127.0.0.1',
      SERVER_PORT: port,
      SPRING_DATASOURCE_URL: `jdbc:postgresql://${host}:${other}/${name}`,
      SPRING_DATASOURCE_USERNAME: user,
      SPRING_DATASOURCE_PASSWORD: 'postgres',
      // It writes ten lines to its log for each request.
      LOGGING_LEVEL_COM_SECUREBANK: 'WARN',
      LOGGING_LEVEL_ORG_SPRINGFRAMEWORK_SECURITY: 'WARN',
      LOGGING_LEVEL_ORG_HIBERNATE_SQL: 'WARN',
      SPRING_JPA_SHOW_SQL: 'false',
    }),
    // As it is published it does not compile: one of its modules does not name another one, and the library of tokens is too new for its calls.
    prepare: () => [
      ['sed', '-i', '0,/>securebank-core</s//>securebank-auth</', 'securebank-service/pom.xml'],
      ['sed', '-i', 's/<jjwt.version>0.12.3</<jjwt.version>0.11.5</', 'pom.xml'],
      ['write', `${SECUREBANK_CHANGES}/changes/008-users.sql`, SECUREBANK_DATA],
      [
        'sed',
        '-i',
        '$a\\  - include:\\n      file: db/changelog/changes/008-users.sql',
        `${SECUREBANK_CHANGES}/db.changelog-master.yaml`,
      ],
      ['mvn', '-q', '-B', '-Dmaven.test.skip=true', '-pl', 'securebank-api', '-am', 'package'],
    ],
    start: () => ['java', '-Xmx512m', '-jar', 'securebank-api/target/securebank-api-1.0.0-VULNERABLE.jar'],
    // Its document takes seconds at first.
    ready: '/api/session/test',
    openapi: '/v3/api-docs',
    secrets: { ANN_PASSWORD: 'ann-Pw-4711-kx', BOB_PASSWORD: 'bob-Pw-4711-kx', ADMIN_PASSWORD: 'admin-Pw-4711-kx' },
  },
  {
    name: 'OWASP API Demonstrator',
    folder: 'demonstrator',
    source: {
      repository: 'https://github.com/lauraluc92/vulnerable-api-demo-owasp',
      commit: '9c9fc9a23c4ddf6b590eaeeb7594fc4bf290cc02',
    },
    python: { version: '3.10', requirements: DEMONSTRATOR_STACK },
    start: ({ port }) => ['python', '-c', demonstratorOn(port)],
    ready: '/health',
    openapi: '/openapi.json',
    secrets: { USER1_PASSWORD: 'password123', USER2_PASSWORD: 'password123', ADMIN_PASSWORD: 'password123' },
    sqlite: 'vulnerable_api.db',
  },
  {
    name: 'Memos',
    folder: 'memos',
    source: {
      repository: 'https://github.com/usememos/memos',
      commit: '0c0d2a629428ee72f9af074a3fa137ace256d904',
    },
    // Its web page logs in over gRPC-Web, where the session is a cookie; the REST API calls that header field Grpc-Metadata-Set-Cookie.
    prepare: ({ port }) => [
      ['sed', '-i', `s/runtime.NewServeMux()/runtime.NewServeMux(${MEMOS_COOKIE})/`, 'server/router/api/v1/v1.go'],
      ['go', 'build', '-o', 'memos-server', './cmd/memos'],
      ['mkdir', '-p', 'data'],
      ['write', 'data.mjs', MEMOS_DATA],
      ['node', 'data.mjs', ...memosOn(port)],
    ],
    start: ({ port }) => memosOn(port),
    ready: '/healthz',
    openapi: 'proto/gen/openapi.yaml',
    secrets: { ANN_PASSWORD: 'ann-Pw-4711-kx', BOB_PASSWORD: 'bob-Pw-4711-kx', OWNER_PASSWORD: 'owner-Pw-4711-kx' },
    sqlite: 'data/memos_prod.db',
  },
  {
    name: 'Bracket',
    folder: 'bracket',
    source: {
      repository: 'https://github.com/evroon/bracket',
      commit: '561467a342af1dfa5076f8c43a8c6c542fdd9896',
    },
    workingFolder: 'backend',
    python: {
      version: '3.12',
      requirements: BRACKET_STACK,
      older: [
        ['bracket/utils/types.py', 'Any, NewType', 'Any, NewType, TypeVar'],
        ['bracket/utils/types.py', 'def assert_some[T]', "T = TypeVar('T')\n\ndef assert_some"],
        ['bracket/utils/db.py', 'from databases', 'from typing import TypeVar\nfrom databases'],
        ['bracket/utils/db.py', 'async def', `BaseModelT = ${BRACKET_MODEL}\n\nasync def`],
        ...['fetch_one_parsed', 'fetch_one_parsed_certain', 'fetch_all_parsed', 'insert_generic'].map(
          (name) => ['bracket/utils/db.py', `def ${name}[BaseModelT: BaseModel]`, `def ${name}`] as const,
        ),
        ['bracket/utils/db_init.py', 'def insert_dummy[BaseModelT: BaseModel]', 'def insert_dummy'],
        ['bracket/utils/db_init.py', 'obj_to_insert: BaseModelT', 'obj_to_insert: BaseModel'],
        ['bracket/routes/models.py', 'from pydantic', 'from typing import Generic, TypeVar\nfrom pydantic'],
        [
          'bracket/routes/models.py',
          'class DataResponse[DataT](BaseModel)',
          "DataT = TypeVar('DataT')\n\nclass DataResponse(BaseModel, Generic[DataT])",
        ],
      ],
    },
    postgres: true,
    env: (place) => ({
      ENVIRONMENT: 'PRODUCTION',
      // Its tables are made for its first user, whom it calls the administrator, and who may no more than others.
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'admin-Pw-4711-kx',
      JWT_SECRET: '5b0e9a7c1d4f48e2a6c3b8f7d9e1042f6a7c8d9e0b1f2a3c4d5e6f708192a3b4',
      PG_DSN: urlOf(place),
    }),
    prepare: ({ port }) => [
      ['write', 'data.py', BRACKET_DATA],
      ['python', 'data.py', port],
    ],
    start: ({ port }) => ['python', '-m', 'uvicorn', 'bracket.app:app', '--host', '127.0.0.1', '--port', port],
    ready: '/ping',
    openapi: '/openapi.json',
    secrets: { ANN_PASSWORD: 'ann-Pw-4711-kx', BOB_PASSWORD: 'bob-Pw-4711-kx' },
  },
  {
    name: 'Homebox',
    folder: 'homebox',
    source: {
      repository: 'https://github.com/sysadminsmedia/homebox',
      commit: 'e4728d68876f34f791c7dea4a1078f922b7a39ea',
    },
    workingFolder: 'backend',
    env: ({ port }) => ({
      HBOX_MODE: 'production',
      HBOX_WEB_HOST: '127.0.0.1',
      HBOX_WEB_PORT: port,
      HBOX_LOG_LEVEL: 'warn',
      HBOX_OPTIONS_GITHUB_RELEASE_CHECK: 'false',
    }),
    prepare: () => [
      ['go', 'build', '-p', '2', '-o', 'homebox', './app/api'],
      ['write', 'data.mjs', HOMEBOX_DATA],
      ['node', 'data.mjs'],
    ],
    start: () => ['./homebox'],
    ready: '/api/v1/status',
    base: '/api',
    openapi: '/swagger/doc.json',
    secrets: { ANN_PASSWORD: 'ann-Pw-4711-kx', BOB_PASSWORD: 'bob-Pw-4711-kx' },
    sqlite: '.data/homebox.db',
  },
  {
    name: 'wger',
    folder: 'wger',
    source: {
      repository: 'https://github.com/wger-project/wger',
      commit: '9f76bde20c69b686242f81f49a958603c382cdc9',
    },
    python: { version: '3.10', requirements: WGER_STACK },
    postgres: true,
    env: ({ database: { host, port, name, user } }) => ({
      DJANGO_SETTINGS_MODULE: 'settings.main',
      DJANGO_DB_ENGINE: 'django.db.backends.postgresql',
      DJANGO_DB_DATABASE: name,
      DJANGO_DB_USER: user,
      DJANGO_DB_PASSWORD: 'postgres',
      DJANGO_DB_HOST: host,
      DJANGO_DB_PORT: port,
      DJANGO_MEDIA_ROOT: 'media',
      DJANGO_STATIC_ROOT: 'static',
      SECRET_KEY: '5b0e9a7c1d4f48e2a6c3b8f7d9e1042f6a7c8d9e0b1f2a3c4d5e6f708192a3b4',
      NUMBER_OF_PROXIES: '0',
    }),
    prepare: () => [
      ['mkdir', '-p', 'media', 'static'],
      ['python', 'manage.py', 'migrate', '--verbosity', '0'],
      ['python', 'manage.py', 'loaddata', '--verbosity', '0', ...WGER_FIXTURES.map((name) => `${name}.json`)],
      ['write', 'data.py', WGER_DATA],
      ['python', 'data.py'],
    ],
    // Its cache is that of one process.
    start: ({ port }) => [
      'python',
      '-m',
      'gunicorn',
      'wger.wsgi:application',
      '--bind',
      `127.0.0.1:${port}`,
      '--workers',
      '1',
      '--threads',
      '8',
    ],
    ready: '/api/v2/version/',
    openapi: '/api/v2/schema',
    secrets: { ANN_PASSWORD: 'ann-Pw-4711-kx', BOB_PASSWORD: 'bob-Pw-4711-kx', ADMIN_PASSWORD: 'admin-Pw-4711-kx' },
  },
  {
    name: 'Vikunja',
    folder: 'vikunja',
    source: {
      repository: 'https://github.com/go-vikunja/vikunja',
      commit: '5c022a0ab1115266aebc8e195aa6320e9d23b7d4',
    },
    // Two modules are at an address of their own, which may be out of reach: one is in this repository as well, and the other one only builds packages.
    beside: {
      xormigrate: {
        repository: 'https://github.com/techknowlogick/xormigrate',
        commit: 'ffb77fe8c656ec8700cd304b34371923d73516d9',
      },
    },
    env: ({ port }) => ({
      VIKUNJA_SERVICE_INTERFACE: `127.0.0.1:${port}`,
      VIKUNJA_SERVICE_PUBLICURL: `http://127.0.0.1:${port}/`,
      VIKUNJA_SERVICE_JWTSECRET: '5b0e9a7c1d4f48e2a6c3b8f7d9e1042f6a7c8d9e0b1f2a3c4d5e6f708192a3b4',
      VIKUNJA_LOG_LEVEL: 'WARNING',
      // Its ten logins in a minute are one more flaw of the list, and would be most of the time of a run.
      VIKUNJA_RATELIMIT_NOAUTHLIMIT: '100000',
    }),
    prepare: () => [
      ['mkdir', '-p', 'frontend/dist'],
      ['write', 'frontend/dist/index.html', ''],
      ['go', 'mod', 'edit', '-droprequire', 'src.techknowlogick.com/xgo', '-replace', XORMIGRATE],
      ['go', 'build', '-mod=mod', '-p', '2', '-o', 'vikunja', '.'],
      ['write', 'data.mjs', VIKUNJA_DATA],
      ['node', 'data.mjs'],
    ],
    start: () => ['./vikunja', 'web'],
    ready: '/health',
    base: '/api/v1',
    openapi: '/api/v1/docs.json',
    secrets: { ANN_PASSWORD: 'ann-Pw-4711-kx', BOB_PASSWORD: 'bob-Pw-4711-kx' },
    sqlite: 'vikunja.db',
  },
  {
    name: 'Endurain',
    folder: 'endurain',
    source: {
      repository: 'https://github.com/joaovitoriasilva/endurain',
      commit: 'be8a15d5e922c3e10a894192c054ba1a9c3aadc8',
    },
    workingFolder: 'backend/app',
    python: { version: '3.11', requirements: ENDURAIN_STACK },
    postgres: true,
    env: ({ port, database: { host, port: at, name, user } }) => ({
      DB_TYPE: 'postgres',
      DB_HOST: host,
      DB_PORT: at,
      DB_USER: user,
      DB_PASSWORD: 'postgres',
      DB_DATABASE: name,
      SECRET_KEY: '5b0e9a7c1d4f48e2a6c3b8f7d9e1042f6a7c8d9e0b1f2a3c4d5e6f708192a3b4',
      FERNET_KEY: 'NDcxMWt4NDcxMWt4NDcxMWt4NDcxMWt4NDcxMWt4NDc=',
      ENDURAIN_HOST: `http://127.0.0.1:${port}`,
      FRONTEND_DIR: 'frontend',
      BACKEND_DIR: '.',
      DATA_DIR: 'data',
      // It asks no other server for the names of places.
      REVERSE_GEO_PROVIDER: 'geocode',
    }),
    prepare: ({ port }) => [
      ['mkdir', '-p', 'frontend'],
      ['write', 'frontend/index.html', ''],
      ['sed', '-i', ENDURAIN_CLIENT, 'session/security.py'],
      ['write', 'data.py', ENDURAIN_DATA],
      ['python', 'data.py', port],
    ],
    start: ({ port }) => ['python', '-m', 'uvicorn', 'main:app', '--host', '127.0.0.1', '--port', port],
    ready: '/api/v1/about',
    openapi: '/openapi.json',
    secrets: { ANN_PASSWORD: 'Ann-Pw-4711-kx', BOB_PASSWORD: 'Bob-Pw-4711-kx', ADMIN_PASSWORD: 'Admin-Pw-4711-kx' },
  },
]
