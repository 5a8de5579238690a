import { route } from 'svc'
import { allEpisodes, episode } from '../../lib/episodes.ts'

const operation = route('/episodes')

export const GET = operation({ summary: 'Episodes' }, (request) => episode.filter(allEpisodes(), request))
