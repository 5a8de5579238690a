export { applicant as default } from '../../lib/applicants.ts'
