export default defineEventHandler(() => ({ ok: true, hello: 'world' }))
