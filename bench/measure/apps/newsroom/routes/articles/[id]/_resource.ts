export { article as default } from '../../../lib/articles.ts'
