import { fwAuthSuperuser } from 'svc/security'

export default fwAuthSuperuser
