import { SMALL } from '../../common.mjs'

export default defineEventHandler(() => SMALL)
