export default defineEventHandler({
  onRequest: [requireBearer],
  handler: () => {
    throw createError({ statusCode: 403 })
  },
})
