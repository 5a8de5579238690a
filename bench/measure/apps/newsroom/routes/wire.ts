import { operation } from 'svc'
import { titles } from '../lib/articles.ts'
import { agency } from '../lib/keys.ts'

export const GET = operation({ summary: 'What is out', auth: agency }, ({ auth }) => ({
  for: auth.agency,
  titles: titles(),
}))
