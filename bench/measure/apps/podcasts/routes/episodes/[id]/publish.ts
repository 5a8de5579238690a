import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { publish } from '../../../lib/episodes.ts'
import { atLeast } from '../../../lib/guards.ts'

const operation = route('/episodes/[id]/publish')

export const POST = operation(
  { summary: 'Publish an episode', auth: check(inherit, atLeast('editor')) },
  ({ resources }) => publish(resources.episode.id),
)
