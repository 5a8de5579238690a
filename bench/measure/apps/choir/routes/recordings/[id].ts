import { operation } from 'svc'
import { recordingLink } from '../../lib/machines.ts'

// A link is for whom it was sent to.
export const resource = null

export const GET = operation({ summary: 'A recording', auth: recordingLink }, ({ params }) => ({
  recording: params['id'],
  file: `${params['id']}.flac`,
}))
