export { vet as default } from '../../lib/vets.ts'
