import { HttpError, reply, route } from 'svc'
import { appendLog } from '../../../../lib/jobs.ts'

const operation = route('/machine/jobs/[id]/log')

export const POST = operation({ summary: 'A line of the log', body: { line: String } }, ({ auth, params, body }) => {
  const lines = appendLog(params.id, auth.machine, body.line)
  if (lines === undefined) throw new HttpError(404, 'No such job')
  return reply(201, { lines })
})
