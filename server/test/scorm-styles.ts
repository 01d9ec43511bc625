// SCORM packages that find the runtime and are built in the ways that authoring tools and published examples use. Each plays by itself in
// two visits: the first one leaves 10 points and a place, the second one completes the part when it finds them.
import { manifestOf, type PackageGiven, pageOf } from './scorm-package.ts'

export type PackageStyle = {
  title: string
  given: PackageGiven
  /** its windows call one another, which needs a second host name */
  isApart?: boolean
  /** parts, each of which completes at its first visit */
  parts?: number
}

const SUSPEND_CHARS = 64_000

/** What a lesson does with the calls of its version. `atOnce`: stores at once, else when the page closes only. */
const play12 = (atOnce = true, chars = 4_000) => `
function leave(api) {
  api.LMSSetValue('cmi.core.lesson_location', 'p2'); api.LMSSetValue('cmi.suspend_data', Array(${chars + 1}).join('s')); api.LMSSetValue('cmi.core.score.raw', 10)
  api.LMSSetValue('cmi.core.lesson_status', 'incomplete'); api.LMSSetValue('cmi.core.exit', 'suspend')
}
function play(api) {
  if (api.LMSInitialize('') !== 'true') throw new Error('no start')
  if (api.LMSGetValue('cmi.core.lesson_location') === 'p2' && api.LMSGetValue('cmi.suspend_data').length === ${chars}) {
    api.LMSSetValue('cmi.core.lesson_status', 'completed'); api.LMSSetValue('cmi.core.score.raw', '90')
  } else { api.LMSSetValue('cmi.core.score.raw', 5); ${atOnce ? 'leave(api);' : ''} }
  api.LMSCommit('')
}
function finish(api) { ${atOnce ? '' : "if (api.LMSGetValue('cmi.core.score.raw') !== '90') leave(api);"} api.LMSFinish('') }
`
const play2004 = `
function play(api) {
  if (api.Initialize('') !== 'true') throw new Error('no start')
  if (api.GetValue('cmi.location') === 'p2' && api.GetValue('cmi.suspend_data').length === ${SUSPEND_CHARS}) {
    api.SetValue('cmi.completion_status', 'completed'); api.SetValue('cmi.success_status', 'passed'); api.SetValue('cmi.score.scaled', 0.9)
  } else {
    api.SetValue('cmi.location', 'p2'); api.SetValue('cmi.suspend_data', Array(${SUSPEND_CHARS + 1}).join('s')); api.SetValue('cmi.score.scaled', 0.1)
    api.SetValue('cmi.completion_status', 'incomplete'); api.SetValue('cmi.exit', 'suspend')
  }
  api.Commit('')
}
function finish(api) { api.Terminate('') }
`

/** From this window upwards, then from the opener; the variable at the top has the name of what is looked for. */
const upwards = (name: string) => `
var ${name} = null
function search(win) {
  var tries = 0
  while (win.${name} == null && win.parent != null && win.parent != win) { if (++tries > 7) return null; win = win.parent }
  return win.${name}
}
function find() {
  if (${name} != null) return ${name}
  var found = search(window)
  if (found == null && window.opener != null && typeof window.opener != 'undefined') found = search(window.opener)
  return found
}
`
/** Never in its own window: from the parent upwards, then from the opener. */
const fromParent = (name: string) => `
var ${name} = null, most = 500
function scan(win) {
  var tries = 0
  while (win.${name} == null && win.parent != null && win.parent != win) { if (++tries > most) return null; win = win.parent }
  return win.${name}
}
function find() {
  if (window.parent && window.parent != window) ${name} = scan(window.parent)
  if (${name} == null && window.opener != null) ${name} = scan(window.opener)
  return ${name}
}
`
const run = 'var api = find(); play(api); window.onunload = function () { finish(api) }'
const script = (...parts: string[]) => `<script>${parts.join('\n')}</script>`
const page = (...parts: string[]) => pageOf(`<h1>课</h1>${script(...parts)}`)

const frameset = `<!doctype html><html><head><title>SCO</title></head>
<frameset cols="20%,80%"><frame name="menu" src="menu.html"><frame name="content" src="inner.html"></frameset></html>`
const menu = pageOf(`<h2>目录</h2><script>function note(text) { document.title = text; return 'noted' }</script>`)
/** Called by its content, which knows nothing of SCORM. */
const driver = pageOf(
  `<iframe name="content" title="content" src="about:blank"></iframe>${script(
    fromParent('API_1484_11'),
    play2004,
    `var api = find()
function begin() { play(api) }
window.onunload = function () { finish(api) }
document.getElementsByName('content')[0].src = 'content/inner.html?lang=zh#start'`,
  )}`,
)

const resourceOnly = manifestOf({}).replace(/<organizations[\s\S]*<\/organizations>/, '<organizations/>')
const ordered = manifestOf({ version: '2004' }).replace(
  '<title>T</title>',
  '<title>T</title><imsss:sequencing><imsss:controlMode choice="false" flow="true"/></imsss:sequencing>',
)
const both = [{ id: 'one' }, { id: 'two' }]
const atOnce = page(
  upwards('API'),
  `var api = find()
api.LMSInitialize(''); api.LMSSetValue('cmi.core.lesson_status', 'completed'); api.LMSCommit(''); api.LMSFinish('')`,
)

export const packageStyles: PackageStyle[] = [
  { title: '1.2 从本窗口向上', given: { files: { 'one.html': page(upwards('API'), play12(), run) } } },
  { title: '1.2 从父窗口开始', given: { files: { 'one.html': page(fromParent('API'), play12(), run) } } },
  { title: '1.2 离开时才保存', given: { files: { 'one.html': page(upwards('API'), play12(false), run) } } },
  {
    title: '1.2 脚本块变量',
    given: {
      files: { 'one.html': page(upwards('API').replace('var API', 'let API').replace('if (API != null) return API', ''), play12(), run) },
    },
  },
  ...[
    ['2004 第二版', 'CAM 1.3'],
    ['2004 第三版', '2004 3rd Edition'],
    ['2004 第四版', '2004 4th Edition'],
  ].map(([title = '', edition = '']): PackageStyle => ({
    title,
    given: { version: '2004', edition, files: { 'one.html': page(fromParent('API_1484_11'), play2004, run) } },
  })),
  {
    title: '2004 都在窗口里',
    given: {
      version: '2004',
      files: {
        'one.html': pageOf('<script src="js/all.js"></script>'),
        'js/all.js': `${play2004}
window.player = { api: window.API_1484_11 }
localStorage.setItem('seen', 1); play(player.api)
window.addEventListener('beforeunload', function () { finish(player.api) }); window.addEventListener('unload', function () { finish(player.api) })`,
      },
    },
  },
  {
    // as Captivate and Storyline publish: a global of the page holds the API, several events end it, and more is stored than 1.2 promises
    title: '1.2 都在窗口里',
    given: {
      files: {
        'one.html': pageOf('<div id="stage"></div><script src="js/all.js"></script>'),
        'js/all.js': `${upwards('API')}${play12(true, SUSPEND_CHARS)}
window.lms = { api: null, ended: false, end: function () { if (!this.ended) { this.ended = true; finish(this.api) } } }
window.addEventListener('load', function () { lms.api = find(); play(lms.api); document.getElementById('stage').textContent = lms.api.LMSGetLastError() })
;['beforeunload', 'pagehide', 'unload'].forEach(function (name) { window.addEventListener(name, function () { lms.end() }) })`,
      },
    },
  },
  { title: '没有组织的清单', given: { manifest: resourceOnly, files: { 'one.html': page(upwards('API'), play12(), run) } } },
  {
    title: '2004 有排序规则',
    given: {
      version: '2004',
      manifest: ordered,
      files: { 'one.html': page(upwards('API_1484_11'), play2004, run, "api.SetValue('adl.nav.request', 'continue')") },
    },
  },
  { title: '多个单元', parts: 2, given: { items: both, files: { 'one.html': atOnce, 'two.html': atOnce } } },
  {
    title: '1.2 每页重新开始',
    given: {
      files: {
        'one.html': page(
          upwards('API'),
          `var api = find(); api.LMSInitialize(''); window.onunload = function () { api.LMSFinish('') }; location.href = 'next.html?from=one'`,
        ),
        'next.html': page(upwards('API'), play12(), run, "if (location.search !== '?from=one') throw new Error(location.search)"),
      },
    },
  },
  {
    title: '1.2 框架集',
    isApart: true,
    given: {
      files: {
        'one.html': frameset,
        'menu.html': menu,
        'inner.html': page(
          upwards('API'),
          play12(),
          `var api = find()
parent.addEventListener('load', function () { if (parent.frames.menu.note('x') === 'noted') play(api) })
window.onunload = function () { finish(api) }`,
        ),
      },
    },
  },
  {
    title: '2004 驱动页',
    isApart: true,
    given: {
      version: '2004',
      files: {
        'one.html': driver,
        'content/inner.html': page("if (location.search === '?lang=zh' && location.hash === '#start') parent.begin()"),
      },
    },
  },
  {
    title: '1.2 另开窗口',
    isApart: true,
    given: {
      files: {
        'one.html': page("var lesson = window.open('lesson.html', 'lesson', 'width=800,height=600')"),
        'lesson.html': page(
          `var API = null; function find() { return window.opener && window.opener.lesson === window ? window.opener.parent.API : null }`,
          play12(),
          run,
        ),
      },
    },
  },
]
