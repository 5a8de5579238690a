import { operation } from 'svc'
import { streamHeader, streamQuery } from '../lib/keys.ts'

export const GET = operation({ summary: 'The stream', auth: [streamQuery, streamHeader] }, ({ auth }) => ({
  until: auth.until,
  playlist: '/live/main.m3u8',
}))
