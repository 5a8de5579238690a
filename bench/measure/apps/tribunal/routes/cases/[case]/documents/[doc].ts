import { route } from 'svc'
import { document } from '../../../../lib/cases.ts'

const operation = route('/cases/[case]/documents/[doc]')

export const resource = document

export const GET = operation({ summary: 'A document' }, ({ resources }) => resources.doc)
