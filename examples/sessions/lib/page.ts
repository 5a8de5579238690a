/** The front end: no build, no dependency. Texts are set with `textContent`, so that a note is never markup. */
export const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Notes</title>
<style>
  body { font: 1rem/1.5 system-ui; max-width: 32rem; margin: 3rem auto; padding: 0 1rem }
  form { display: flex; gap: .5rem; margin: 1rem 0 }
  input { flex: 1; min-width: 0; font: inherit; padding: .25rem .5rem }
  button { font: inherit }
  [hidden] { display: none }
</style>
<h1>Notes</h1>
<p id="message" role="status"></p>
<form id="login">
  <input name="username" placeholder="User" autocomplete="username" required>
  <input name="password" type="password" placeholder="Password" autocomplete="current-password" required>
  <button>Log in</button>
</form>
<main id="notes" hidden>
  <form id="add"><input name="text" placeholder="Note" required><button>Add</button></form>
  <ul></ul>
  <button id="logout">Log out</button>
</main>
<script type="module">
  const element = (selector) => document.querySelector(selector)
  const send = (method, path, body) => fetch('/api/' + path, { method, ...body })

  async function show() {
    const answer = await send('GET', 'notes')
    element('#login').hidden = answer.ok
    element('#notes').hidden = !answer.ok
    if (!answer.ok) return
    element('#message').textContent = ''
    element('ul').replaceChildren(...(await answer.json()).map(({ id, text }) => {
      const item = document.createElement('li')
      const remove = Object.assign(document.createElement('button'), { textContent: 'Remove' })
      remove.onclick = async () => { await send('DELETE', 'notes/' + id); await show() }
      item.append(text, ' ', remove)
      return item
    }))
  }

  element('#login').onsubmit = async (event) => {
    event.preventDefault()
    const answer = await send('POST', 'login', { body: new URLSearchParams(new FormData(event.target)) })
    if (!answer.ok) element('#message').textContent = (await answer.json()).detail
    await show()
  }
  element('#add').onsubmit = async (event) => {
    event.preventDefault()
    const text = new FormData(event.target).get('text')
    await send('POST', 'notes', { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) })
    event.target.reset()
    await show()
  }
  element('#logout').onclick = async () => { await send('POST', 'logout'); await show() }
  await show()
</script>
</html>
`
