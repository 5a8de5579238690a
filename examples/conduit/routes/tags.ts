import { operation } from 'svc'
import { listTags } from '../lib/articles.ts'
import { TagsAnswer } from '../lib/schemas.ts'

export const GET = operation({ summary: 'List tags', auth: null, response: TagsAnswer }, () => ({ tags: listTags() }))
