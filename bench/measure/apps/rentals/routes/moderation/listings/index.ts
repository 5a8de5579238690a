import { route } from 'svc'
import { allListings } from '../../../lib/listings.ts'

const operation = route('/moderation/listings')

export const GET = operation({ summary: 'All places, hidden ones too' }, () => allListings())
