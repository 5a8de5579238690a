import { operation, reply } from 'svc'
import { check } from 'svc/security'
import { mayUpload, uploader } from '../lib/tokens.ts'

export const GET = operation({ summary: 'Uploads that wait', auth: uploader }, ({ auth }) => ({ of: auth.name }))

export const POST = operation(
  { summary: 'A part of a recording', auth: check(uploader, mayUpload), body: { part: Number } },
  ({ auth, body }) => reply(201, { by: auth.name, part: body.part }),
)
