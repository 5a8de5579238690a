export default defineEventHandler({
  onRequest: [requireBearer],
  handler: async (event) => {
    const body = await readBody(event)
    if (typeof body?.name !== 'string' || typeof body?.count !== 'number') throw createError({ statusCode: 422 })
    return body
  },
})
