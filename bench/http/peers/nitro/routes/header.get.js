export default defineEventHandler({ onRequest: [requireKey(readHeaderKey)], handler: answerAuth })
