import { route } from 'svc'

const operation = route('/branches/[branch]')

export const resource = null
export const GET = operation({ summary: 'When a branch is open', auth: null }, ({ params }) => ({
  branch: params.branch,
  open: '10-17',
}))
