import { route } from 'svc'
import { z } from 'zod'
import { change } from '../../../lib/episodes.ts'

const operation = route('/episodes/[id]')

export const GET = operation({ summary: 'One episode' }, ({ resources }) => resources.episode)

export const PATCH = operation(
  { summary: 'Change an episode', body: z.object({ title: z.string(), notes: z.string() }) },
  ({ body, resources }) => change(resources.episode, body),
)
