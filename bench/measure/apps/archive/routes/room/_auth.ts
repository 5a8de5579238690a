import { inherit } from 'svc'
import { all } from 'svc/security'
import { terminal } from '../../lib/keys.ts'

/** In the reading rooms: a reader, at one of our terminals. */
export default all(inherit, terminal)
