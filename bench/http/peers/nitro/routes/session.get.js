export default defineEventHandler({ onRequest: [requireSession], handler: answerAuth })
