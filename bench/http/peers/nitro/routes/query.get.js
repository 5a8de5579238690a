export default defineEventHandler({ onRequest: [requireKey(readQueryKey)], handler: answerAuth })
