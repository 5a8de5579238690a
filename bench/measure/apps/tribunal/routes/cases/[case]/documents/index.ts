import { reply, route } from 'svc'
import { file } from '../../../../lib/cases.ts'

const operation = route('/cases/[case]/documents')

export const POST = operation({ summary: 'File a document', body: { title: String } }, ({ resources, body }) =>
  reply(201, file(resources.case, body.title)),
)
