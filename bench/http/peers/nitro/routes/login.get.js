import { sign, USER } from '../../common.mjs'

export default defineEventHandler((event) => {
  setCookie(event, 'sid', sign({ user: USER, expires: Date.now() + 3_600_000 }))
  return { ok: true }
})
