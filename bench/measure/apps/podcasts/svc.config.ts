import { defineConfig, SvcAPI } from 'svc'
import { NotPublished } from './lib/episodes.ts'
import { user } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Podcasts', version: '1.8.0', auth: user, resources: 'declared' })

api.exceptionHandler(NotPublished, (request, { id }) =>
  api.createResponse(request, { detail: 'The episode is not published', id }, { status: 409 }),
)

export default defineConfig({ api })
