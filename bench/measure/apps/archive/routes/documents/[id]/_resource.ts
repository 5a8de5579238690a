export { document as default } from '../../../lib/documents.ts'
