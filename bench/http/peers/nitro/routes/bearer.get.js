export default defineEventHandler({ onRequest: [requireBearer], handler: answerAuth })
