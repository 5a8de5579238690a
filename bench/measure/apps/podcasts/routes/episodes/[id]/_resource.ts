export { episode as default } from '../../../lib/episodes.ts'
