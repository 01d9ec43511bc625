// Journeys of candidates: the sign-in, and exams.
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { answersOf, openExam, startPaper } from '../../../e2e/exam-setup.ts'
import { signIn } from '../../../e2e/fixtures.ts'
import type { Hand } from '../hand.ts'
import { until } from '../engine.ts'
import type { Journey, Stage } from '../journey.ts'
import { heard, recorded } from './recording.ts'

const SECONDS = 60
const next = (hand: Hand) => hand.button('下一题')
const saved = (hand: Hand) => hand.see({ css: '[data-testid=save-state]', text: /^已保存\d\d:\d\d:\d\d$/ })
const option = (words: string) => ({ text: new RegExp(`^${words}$`) })

async function handIn(hand: Hand) {
  await hand.button('交卷')
  await hand.dialogButton('确认交卷')
  await hand.see({ text: '交卷成功' })
}

/** @throws if they differ */
function expectSame(what: string, found: unknown, wanted: unknown) {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value))
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`)
}

async function signInAndOut({ hand, page }: Stage) {
  await hand.open('/login')
  await page.run('localStorage.clear()')
  await hand.open('/')
  await hand.at(/^\/login/)
  await hand.field('用户名', 'learner02')
  await hand.field('密码', 'Learner@2026')
  await hand.button('登录')
  await hand.at(/^\/web\/index/)
  await hand.open('/web/uc')
  await hand.button('退出')
  await hand.dialogButton('确定')
  await hand.at(/^\/login$/)
  return 'home page; signed out'
}

async function pair(hand: Hand, left: string, right: string) {
  await hand.click({ role: 'button', text: left, within: { role: 'list', name: '左项' } })
  await hand.click({ role: 'button', text: right, within: { role: 'list', name: '右项' } })
}

async function everyType({ hand, page, site, isPhone }: Stage) {
  const exam = await openExam(site)
  const learner = await hand.enter(isPhone ? 'learner12' : 'learner11', `/web/exam/check/${exam.examId}`)
  await hand.click({ role: 'checkbox' })
  await hand.button('开始考试')
  const [, paperId = ''] = await hand.at(/^\/web\/exam\/start\/(\d+)/)
  await hand.click(option('119'))
  await saved(hand)
  await next(hand)
  for (const words of ['干粉灭火器', '二氧化碳灭火器']) await hand.click(option(words))
  await next(hand)
  await hand.click(option('错误'))
  await next(hand)
  await hand.field(/^第1空/, '一一九')
  await hand.field(/^第2空/, '120')
  await next(hand)
  await pair(hand, '红色', '禁止')
  await pair(hand, '绿色', '安全')
  await next(hand)
  await hand.field(/作答$/, '保持冷静 <1> 分钟')
  await next(hand)
  await hand.click(option('报警'))
  await hand.field(/^第1空/, '绿')
  await saved(hand)
  await handIn(hand)
  await hand.see({ text: '7 / 7' })
  await hand.see({ text: '回执编号' })
  const { answers, marks } = await answersOf(learner, paperId)
  const objective = [QuType.single, QuType.multiple, QuType.trueFalse, QuType.fillIn, QuType.matching, QuType.composite]
  expectSame(
    'marks',
    objective.map((type) => marks.get(type)),
    objective.map(() => 'right'),
  )
  expectSame('text', answers.get(QuType.shortAnswer), { text: '<p>保持冷静 &lt;1&gt; 分钟</p>' })
  return `7 of 7 answers stored; receipt; ${await page.run<number>('return innerWidth')} px wide`
}

async function strictExam({ hand, page, site }: Stage) {
  const rules = { fullScreen: true, leaveWatch: true, leaveSeconds: 0, leaveLimit: 9, allowPaste: false, nameWatermark: true }
  const exam = await openExam(site, { types: [QuType.single, QuType.trueFalse], ...rules })
  const { path, paperId } = await startPaper(await signIn(site, 'learner13'), exam)
  const learner = await hand.enter('learner13', path)
  await hand.button('进入全屏并继续考试')
  await hand.gone({ role: 'dialog' })
  await hand.click(option('119'))
  await saved(hand)
  // out of full screen, as by Esc
  await page.run('await document.exitFullscreen()')
  await hand.see({ text: '您已经离开1次' })
  await hand.button('进入全屏并继续考试')
  await hand.gone({ role: 'dialog' })
  await next(hand)
  await hand.click(option('错误'))
  await saved(hand)
  await handIn(hand)
  // a window in full screen keeps its size in the next journeys
  await page.run('if (document.fullscreenElement) await document.exitFullscreen()')
  const { events } = await (await signIn(site, 'proctor')).call(timeline.list, { paperId })
  expectSame('leaves', events.filter(({ kind }) => kind === 'leave').length, 1)
  expectSame('answer', (await answersOf(learner, paperId)).answers.get(QuType.trueFalse), { tags: ['B'] })
  return 'full screen; leaving it was counted'
}

async function offline({ hand, site }: Stage) {
  const exam = await openExam(site, { types: [QuType.single, QuType.trueFalse, QuType.shortAnswer] })
  const { path, paperId } = await startPaper(await signIn(site, 'learner14'), exam)
  const learner = await hand.enter('learner14', path)
  await hand.click(option('119'))
  await saved(hand)
  await site.stop()
  await next(hand)
  await hand.click(option('错误'))
  await next(hand)
  await hand.field(/作答$/, '断网时写下的话')
  await hand.see({ css: '[data-testid=save-state]', text: '离线，2题待上传' })
  await site.start()
  await saved(hand)
  await handIn(hand)
  const { answers } = await answersOf(learner, paperId)
  expectSame(
    'answers',
    [answers.get(QuType.trueFalse), answers.get(QuType.shortAnswer)],
    [{ tags: ['B'] }, { text: '<p>断网时写下的话</p>' }],
  )
  return '2 answers kept and sent'
}

/** Whether a service worker answers for the page, at the latest after 20 seconds. */
const isControlled = `const { serviceWorker } = navigator
  return serviceWorker.controller !== null || new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true })
    setTimeout(() => resolve(false), 20_000)
  })`

/** The page that the service worker has kept comes up, with what was answered; nothing has to be sent before. */
async function reloadedOffline({ hand, page, site }: Stage) {
  const exam = await openExam(site, { types: [QuType.single, QuType.trueFalse, QuType.shortAnswer] })
  const { path, paperId } = await startPaper(await signIn(site, 'learner16'), exam)
  const learner = await hand.enter('learner16', '/web/course')
  await until('a service worker that answers for the page', 3 * SECONDS, async () => {
    if (await page.run<boolean>(isControlled)) return true
    // a page that is left while the worker is installed may end the installation: the next page begins it again
    await page.reload()
    return undefined
  })
  await hand.open(path)
  await hand.click(option('119'))
  await saved(hand)
  await site.stop()
  await next(hand)
  await hand.click(option('错误'))
  await next(hand)
  await hand.field(/作答$/, '断网时写下的话')
  const waiting = (count: number) => hand.see({ css: '[data-testid=save-state]', text: `离线，${count}题待上传` })
  await waiting(2)
  await page.reload()
  await waiting(2)
  expectSame('text after the reload', await hand.value({ role: 'field', name: /作答$/ }), '断网时写下的话')
  await hand.field(/作答$/, '断网时写下的话，重新载入后补充')
  for (const words of ['错误', '119']) {
    await hand.button('上一题')
    await hand.see({ css: 'label:has(input:checked) *', text: words })
  }
  await site.start()
  await saved(hand)
  await handIn(hand)
  const { answers } = await answersOf(learner, paperId)
  expectSame(
    'answers',
    [QuType.single, QuType.trueFalse, QuType.shortAnswer].map((type) => answers.get(type)),
    [{ tags: ['B'] }, { tags: ['B'] }, { text: '<p>断网时写下的话，重新载入后补充</p>' }],
  )
  return '3 answers shown after the reload; 2 kept and sent'
}

async function camera({ hand, page, site }: Stage) {
  const exam = await openExam(site, { types: [QuType.single], captureMinutes: 30, faceChance: 9 })
  const { path, paperId } = await startPaper(await signIn(site, 'learner15'), exam)
  await hand.enter('learner15', path)
  await hand.see({ css: '[data-part=camera][data-problem=false] video' })
  const size = await until('the picture of the camera', SECONDS, () =>
    page
      .run<string | undefined>(
        'const { videoWidth, videoHeight } = document.querySelector("[data-part=camera] video"); return videoWidth ? `${videoWidth}×${videoHeight}` : null',
      )
      .then((one) => one ?? undefined),
  )
  const proctor = await signIn(site, 'proctor')
  const url = await until('a capture with a picture', SECONDS, async () => {
    const { events } = await proctor.call(timeline.list, { paperId })
    return events.find((one) => one.kind === 'face')?.image || undefined
  })
  if (!url.includes('.jp')) throw new Error(`the capture is ${url}`)
  return `picture of ${size} captured`
}

export const exams: Journey[] = [
  { title: 'Sign in and out', run: signInAndOut },
  { title: 'Exam with all seven question types, to the receipt', run: everyType },
  { title: 'The same by the width of a phone', isPhone: true, run: everyType },
  { title: 'Strict exam: full screen, leaves', run: strictExam },
  { title: 'Exam without the server, and back', run: offline },
  { title: 'Exam reloaded without the server, and back', run: reloadedOffline },
  { title: 'Exam with a camera', run: camera },
  { title: 'Exam that records the camera, and its replay', run: recorded },
  { title: 'Exam that records sound, and its times of speech', run: heard },
]
