import { reply, route } from 'svc'
import { check, fwAuth } from 'svc/security'
import { add, titles } from '../../lib/articles.ts'
import { canRead, canWrite } from '../../lib/guards.ts'
import { robot } from '../../lib/robots.ts'

const operation = route('/articles')

export const GET = operation({ summary: 'All titles', auth: check([fwAuth, robot], canRead) }, () => titles())

export const POST = operation(
  { summary: 'A new draft', auth: check([fwAuth, robot], canWrite), body: { title: String } },
  ({ auth, body }) => reply(201, add(auth.name, 'desk' in auth ? auth.desk : 'wire', body.title)),
)
