import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { firstPages } from '../web/first-pages.ts'
import { ucParts } from '../web/src/app/learner/uc-parts.ts'
import { learnerRoutes } from '../web/src/app/routes/learnerRoutes.ts'
import { pageFiles, paintedFirst } from './first-paint.ts'

const html = `<html>
  <head>
    <script src="/theme.js"></script>
    <script src="/early.js"></script>
    <script type="module" src="/assets/main.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/a.css">
    <link rel="stylesheet" crossorigin href="/assets/b.css">
  </head>
  <body>
    <div id="root"><i>skeleton</i></div>
  </body>
</html>
`

test('the small scripts are in the page, and style sheets come after the skeleton, in their order', () => {
  const written = paintedFirst(html, (name) => `document.title = '$& ${name}'\n`)
  expect(written).toContain("<script>document.title = '$& theme.js'</script>\n    <script>document.title = '$& early.js'</script>")
  expect(written).not.toContain('src="/theme.js"')
  const places = ['main.js', '</head>', 'skeleton', 'a.css', 'b.css', '</body>'].map((one) => written.indexOf(one))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

const chunk = (fileName: string, facade: string | null, imports: string[] = [], css: string[] = []) => ({
  type: 'chunk' as const,
  fileName: `assets/${fileName}`,
  facadeModuleId: facade && `/site/web/src/${facade}`,
  isEntry: fileName === 'main.js',
  name: fileName.replace('.js', ''),
  imports: imports.map((one) => `assets/${one}`),
  viteMetadata: { importedCss: new Set(css.map((one) => `assets/${one}`)) },
})

test('a page is fetched with what it imports and its layout, without the files of the start page', () => {
  const pages = new Map(
    pageFiles([
      chunk('main.js', 'main.tsx', ['base.js'], ['base.css']),
      chunk('base.js', null),
      chunk('layout.js', 'app/learner/LearnerLayout.tsx', ['base.js']),
      chunk('papers.js', null, ['base.js'], ['papers.css']),
      chunk('check.js', 'domains/paper/admission/learner/ExamCheckPage.tsx', ['papers.js', 'base.js']),
      chunk('room.js', 'domains/paper/attempt/learner/PaperRunnerPage.tsx', ['papers.js'], ['base.css']),
      chunk('login.js', 'app/visitor/LoginPage.tsx'),
      chunk('switches.js', 'app/visitor/switches.ts', ['base.js']),
      chunk('centre.js', 'app/learner/UserCenterPage.tsx', ['base.js']),
      chunk('inbox.js', 'domains/message/Inbox.tsx', ['base.js', 'papers.js']),
    ]).map(([path, ...rest]) => [path, rest]),
  )
  const id = String.raw`([\w-]+)`
  expect(pages.get(`/web/exam/check/${id}`)).toEqual([
    ['check.js', 'papers.js', 'papers.css', 'layout.js'],
    0,
    {
      '/api/exam/exam/simple-detail': '{"id":"$1"}',
      '/api/exam/exam/check-info': '{"id":"$1"}',
      '/api/sys/config/switch/detail': '{}',
    },
  ])
  expect(pages.get(`/web/exam/start/${id}`)).toEqual([['room.js', 'papers.js', 'papers.css'], 0, {}])
  expect(pages.get('/login')).toEqual([['login.js', 'switches.js'], 1, { '/api/sys/config/switch/detail': '{}' }])
  // a part of the user centre with its module, before the user centre
  const addresses = [...pages.keys()]
  const inbox = String.raw`/web/uc\?to=msg`
  expect(pages.get(inbox)?.[0]).toEqual(['centre.js', 'layout.js', 'inbox.js', 'papers.js', 'papers.css'])
  expect(addresses.indexOf(inbox)).toBeLessThan(addresses.indexOf('/web/uc'))
  // the build has no such page
  expect(pages.has('/cert(?:/[^/]+)?')).toBe(false)
})

test('what pages ask for first belongs to a page, and names modules that are there', () => {
  const routes = new Set([...learnerRoutes.map(({ path }) => path), '/login', '/register', '/forgot', '/help', '/survey/:key'])
  routes.add('/web/exam/trial?exam=:id')
  for (const part of Object.keys(ucParts)) routes.add(`/web/uc?to=${part}`)
  expect(Object.keys(firstPages).filter((route) => !routes.has(route))).toEqual([])
  // each part of the user centre is loaded by itself
  const alone = Object.keys(ucParts).filter((part) => !firstPages[`/web/uc?to=${part}`]?.modules?.length)
  expect(alone).toEqual([])
  const isThere = (name: string) => ['.ts', '.tsx'].some((end) => existsSync(new URL(`../web/src/${name}${end}`, import.meta.url)))
  expect(Object.values(firstPages).flatMap(({ modules = [] }) => modules.filter((name) => !isThere(name)))).toEqual([])
})

test('the page says to search engines what the site is', () => {
  const page = readFileSync(new URL('../web/index.html', import.meta.url), 'utf8')
  expect(/<meta name="description" content="([^"]+)"/.exec(page)?.[1]?.length ?? 0).toBeGreaterThan(20)
})
