export default defineEventHandler((event) => {
  if (event.path.startsWith('/api/')) requireBearer(event)
})
