import { reply, route } from 'svc'

const operation = route('/admin/branches')

const branches: string[] = ['harbour', 'castle']

export const GET = operation({ summary: 'All branches' }, () => ({ branches: branches.slice(0, 50) }))

export const POST = operation({ summary: 'A new branch', body: { branch: String } }, ({ auth, body }) => {
  branches.push(body.branch)
  return reply(201, { branch: body.branch, by: auth.name })
})
