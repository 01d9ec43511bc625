// Sends what every page asks first while its scripts are still on their way (`kernel/call/early.ts` hands the replies on), and fetches the
// files of a learner's page beside those of the start page.
;(() => {
  const token = localStorage.getItem('token') || ''
  // pattern of the address, names of files, whether the page opens without a session, and what it asks for; written by the build
  // (`scripts/first-paint.ts`)
  const pages = []
  const { pathname, search } = location
  // parts of the user centre, and what a trial is of, are named in the query, which filters other pages
  const matchOf = (pattern) => new RegExp(`^${pattern}$`).exec(pattern.includes('=') ? pathname + search : pathname)
  const [pattern = '', files = [], , asked = {}] = pages.find(([address, , open]) => (open || token) && matchOf(address)) || []
  for (const name of files) {
    const style = name.endsWith('.css')
    const link = Object.assign(document.createElement('link'), { rel: style ? 'preload' : 'modulepreload', href: `/assets/${name}` })
    if (style) link.as = 'style'
    link.crossOrigin = ''
    document.head.append(link)
  }
  const language = localStorage.getItem('language') === 'en' ? 'en' : 'zh-CN'
  const headers = { 'accept-language': language, 'content-type': 'application/json', idle: '0' }
  if (token) headers.token = token
  const calls = { '/api/sys/config/detail': '{"id":"1"}' }
  if (token && pathname.startsWith('/web/')) Object.assign(calls, { '/api/sys/user/info': '{}', '/api/sys/menu/routes': '{}' })
  // an open paper has its bar on every page with the layout
  if (token && /^\/web\/(?!exam\/(start|trial)|book\/print|course\/preview)/.test(pathname)) calls['/api/paper/paper/check-process'] = '{}'
  // the user centre, where a profile is completed, does not ask
  if (token && /^\/web\/(?!uc)/.test(pathname)) calls['/api/sys/user/isComplete'] = '{}'
  // a training is begun, or continued; one with a scope or from the start is left to its page
  const [, repoId, mode] = (token && search === '' && /^\/web\/repo\/training\/(\d+)\/(\d{1,2})$/.exec(pathname)) || []
  if (repoId) calls['/api/repo/train/start'] = JSON.stringify({ repoId, mode: Number(mode), scope: '', clear: false })
  // what this page asks for by itself; with a query it may ask for something else
  if (search === '' || pattern.includes('='))
    for (const [path, body] of Object.entries(asked)) calls[path] = body.replaceAll(/\$(\d)/g, (_, n) => matchOf(pattern)[n])
  const send = ([path, body]) => {
    // read at once: a reply that no page takes would stay open
    const reply = fetch(path, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) })
      .then(async (answer) => new Response(await answer.text(), answer))
      .catch(() => undefined)
    return [path, { body, reply }]
  }
  const replies = Object.fromEntries(Object.entries(calls).map(send))
  window.early = { token, sent: Date.now(), replies }
  // what the page asks for once its training has an id
  const begun = replies['/api/repo/train/start']
  if (!begun) return
  begun.reply = begun.reply.then(async (answer) => {
    const told = await answer
      ?.clone()
      .json()
      .catch(() => undefined)
    const id = told?.data?.id
    if (id)
      Object.assign(
        replies,
        Object.fromEntries(['detail', 'card'].map((name) => send([`/api/repo/train/${name}`, JSON.stringify({ id })]))),
      )
    return answer
  })
})()
