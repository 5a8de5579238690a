export default defineEventHandler({ onRequest: [requireBasic], handler: answerAuth })
