/** The archive is an older application; it sees its own paths. */
export function archive(request: Request): Response {
  const { pathname } = new URL(request.url)
  return Response.json({ shelf: pathname, files: ['1974', '1989'] })
}
