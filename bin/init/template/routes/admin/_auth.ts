import { fwAuthSuperuser } from 'svc/security'

// Protects every route below this folder, however deep.
export default fwAuthSuperuser
