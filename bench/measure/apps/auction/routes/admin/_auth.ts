export { fwAuthSuperuser as default } from 'svc/security'
