export default defineEventHandler({
  onRequest: [requireKey((event) => readQueryKey(event) ?? readHeaderKey(event))],
  handler: answerAuth,
})
