import { LARGE } from '../../common.mjs'

export default defineEventHandler(() => LARGE)
