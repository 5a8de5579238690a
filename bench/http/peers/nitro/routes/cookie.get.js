export default defineEventHandler({ onRequest: [requireKey((event) => getCookie(event, 'key'))], handler: answerAuth })
