import { inherit, route } from 'svc'
import { setSection } from '../../../lib/members.ts'

const operation = route('/admin/members/[name]')

export const auth = inherit

export const resource = null

export const PUT = operation({ summary: 'Another section', body: { section: String } }, ({ auth, body, params }) => {
  setSection(params.name, body.section)
  return { name: params.name, section: body.section, by: auth.name }
})
