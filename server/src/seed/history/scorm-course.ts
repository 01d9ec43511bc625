// A SCORM 1.2 package written for the demonstration: some pages to read, then questions; it reports progress and score.
import { writeArchive } from '../../kernel/archive.ts'

type Check = { ask: string; choices: string[]; right: number }
export type Lesson = { title: string; pages: { head: string; text: string }[]; checks: Check[] }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const utf8 = (text: string) => new TextEncoder().encode(text)
const PASS = 60

const manifest = (title: string) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="lesson" version="1.2" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="all"><organization identifier="all"><title>${escaped(title)}</title>
<item identifier="one" identifierref="page"><title>${escaped(title)}</title><adlcp:masteryscore>${PASS}</adlcp:masteryscore></item></organization></organizations>
<resources><resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/></resource></resources>
</manifest>`

const style = `body{margin:0;font:17px/1.8 system-ui,sans-serif;color:#1d2733;background:#f3f6fa}main{max-width:42rem;margin:0 auto;padding:1.5rem}
section,form{background:#fff;border-radius:12px;padding:1.5rem 2rem;box-shadow:0 1px 4px #0002}h1{font-size:1.3rem}h2{font-size:1.15rem;color:#0b5cad}
nav{display:flex;justify-content:space-between;align-items:center;margin-top:1rem}button{font:inherit;padding:.4rem 1.4rem;border:0;border-radius:8px;background:#0b5cad;color:#fff}
button:disabled{background:#c5ced8}label{display:block;padding:.2rem 0}fieldset{border:0;padding:0;margin:0 0 1rem}legend{font-weight:600}[hidden]{display:none}`

/** Finds the API of the player as packages do, goes on where the learner has stopped, and reports each page. */
const script = `(function () {
  var at = window, api = null
  for (var i = 0; i < 10 && !api; i++) { try { api = at.API || null } catch (e) {} if (at.parent === at) break; at = at.parent }
  var tell = function (name, value) { if (api) { api.LMSSetValue(name, String(value)); api.LMSCommit('') } }
  if (api) api.LMSInitialize('')
  var pages = document.querySelectorAll('.page'), back = document.getElementById('back'), on = document.getElementById('on')
  var where = document.getElementById('where'), form = document.forms[0]
  var page = Number((api && api.LMSGetValue('cmi.core.lesson_location')) || 0) || 0
  function show(next) {
    page = Math.min(Math.max(next, 0), pages.length - 1)
    for (var n = 0; n < pages.length; n++) pages[n].hidden = n !== page
    back.disabled = page === 0; on.hidden = page === pages.length - 1
    where.textContent = (page + 1) + ' / ' + pages.length
    tell('cmi.core.lesson_location', page)
  }
  var status = api ? api.LMSGetValue('cmi.core.lesson_status') : ''
  if (status !== 'passed' && status !== 'completed') tell('cmi.core.lesson_status', 'incomplete')
  back.onclick = function () { show(page - 1) }
  on.onclick = function () { show(page + 1) }
  form.onsubmit = function (event) {
    event.preventDefault()
    var asked = form.querySelectorAll('fieldset'), good = 0
    for (var n = 0; n < asked.length; n++) {
      var chosen = asked[n].querySelector('input:checked')
      if (chosen && chosen.value === asked[n].dataset.right) good++
    }
    var score = Math.round(good * 100 / asked.length), passed = score >= ${PASS}
    tell('cmi.core.score.min', 0); tell('cmi.core.score.max', 100); tell('cmi.core.score.raw', score)
    tell('cmi.core.lesson_status', passed ? 'passed' : 'failed')
    document.getElementById('result').textContent = '答对 ' + good + ' 题，' + score + ' 分。' + (passed ? '学习完成。' : '请回到前面再看一遍。')
  }
  window.addEventListener('pagehide', function () { if (api) api.LMSFinish('') })
  show(page)
})()`

const asked = ({ ask, choices, right }: Check, no: number) =>
  `<fieldset data-right="${right}"><legend>${no + 1}. ${escaped(ask)}</legend>${choices.map((one, at) => `<label><input type="radio" name="q${no}" value="${at}"> ${escaped(one)}</label>`).join('')}</fieldset>`

/** The bytes of the package. */
export function packageOf({ title, pages, checks }: Lesson): Uint8Array {
  const read = pages.map(({ head, text }) => `<section class="page" hidden><h2>${escaped(head)}</h2><p>${escaped(text)}</p></section>`)
  const form = `<form class="page" hidden><h2>想一想</h2>${checks.map(asked).join('')}<button>提交</button><p id="result" role="status"></p></form>`
  const nav =
    '<nav><button type="button" id="back">上一页</button><span id="where"></span><button type="button" id="on">下一页</button></nav>'
  const page = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${read.join('')}${form}${nav}</main><script>${script}</script></body></html>`
  return writeArchive({ 'imsmanifest.xml': utf8(manifest(title)), 'index.html': utf8(page) })
}

export const handLesson: Lesson = {
  title: '手卫生五个时刻（互动课件）',
  pages: [
    { head: '为什么要做手卫生', text: '医务人员的手是病原体在患者之间传播的主要途径。手卫生简便、有效，是预防医院感染最重要的措施之一。' },
    { head: '两个“前”', text: '接触患者之前，清洁、无菌操作之前：保护患者，不把外面的病原体带给他。' },
    { head: '三个“后”', text: '暴露体液风险之后，接触患者之后，接触患者周围环境之后：保护自己，也保护下一位患者。' },
    { head: '手套', text: '戴手套不能代替手卫生。手套可能有看不见的破损，摘手套时手也会被污染，所以摘了手套还要做手卫生。' },
  ],
  checks: [
    { ask: '给患者换药之前，应当：', choices: ['直接操作', '先做手卫生', '只戴手套'], right: 1 },
    { ask: '整理患者的床旁桌以后，需要做手卫生吗？', choices: ['需要', '不需要，因为没有碰到患者'], right: 0 },
    { ask: '手上有看得见的血迹时，应当：', choices: ['涂抹速干手消毒剂', '用纸擦掉', '用流动水和洗手液洗手'], right: 2 },
  ],
}

export const roadLesson: Lesson = {
  title: '防御性驾驶（互动课件）',
  pages: [
    { head: '停车要多远', text: '从看到危险到车停下来，车辆要走过反应距离和制动距离。车速增加一倍，制动距离大约变成四倍。' },
    { head: '留出余地', text: '雨雪天、夜间、满载时，加大与前车的距离。别人犯了错，你也有地方可以停。' },
    { head: '看得见和看不见', text: '大型车辆的右侧、正前方和后方都有盲区。右转弯之前停一停，看清行人和非机动车再走。' },
  ],
  checks: [
    { ask: '车速由 40 km/h 提高到 80 km/h，制动距离大约变为原来的：', choices: ['2 倍', '4 倍', '不变'], right: 1 },
    { ask: '下长坡时，应当：', choices: ['空挡滑行', '熄火滑行', '挂低挡，利用发动机制动'], right: 2 },
  ],
}
