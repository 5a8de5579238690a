import { reply, route } from 'svc'
import { clip, episode } from '../lib/episodes.ts'

const operation = route('/clips')

export const POST = operation(
  { summary: 'A clip of an episode', body: { episode: String, seconds: Number } },
  async (request) => {
    const found = await episode.get(request, { id: request.body.episode })
    return reply(201, clip(found, request.body.seconds))
  },
)
