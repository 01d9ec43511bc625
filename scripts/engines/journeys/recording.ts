// The journeys of candidates whose camera or voice is recorded, and of the reviewer who replays the camera in the same browser.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { openExam } from '../../../e2e/exam-setup.ts'
import { signIn } from '../../../e2e/fixtures.ts'
import { standIn, talk } from '../../../e2e/voice.ts'
import { type EnginePage, until } from '../engine.ts'
import { Cannot, type Stage } from '../journey.ts'

const SECONDS = 60
/** A piece is sent every ten seconds, and a key frame comes every five. */
const CLUSTERS = 2

/** What the replay shows: the place of the film, or the width of the picture. */
const shownIn = (page: EnginePage) =>
  page.run<number>(`
    const track = document.querySelector('[data-part=track]')
    const [film, picture] = [track?.querySelector('video'), track?.querySelector('img')]
    return picture && !picture.hidden ? picture.naturalWidth : (film?.currentTime ?? 0)
  `)

/** From the door with its notice to the room that records. @returns the id of the paper */
async function agreeAndStart(hand: Stage['hand']): Promise<string> {
  await hand.click({ role: 'checkbox' })
  await hand.button('同意并继续')
  await hand.button('开始考试')
  const [, paperId = ''] = await hand.at(/^\/web\/exam\/start\/(\d+)/)
  await hand.see({ css: '[data-part=record][data-on=true]' })
  return paperId
}

/** @returns in which format, and at how many places a player can begin */
export async function recorded({ hand, page, site }: Stage) {
  const { examId } = await openExam(site, { types: [QuType.single], recordCamera: true })
  const learner = await hand.enter('learner26', `/web/exam/check/${examId}`)
  const paperId = await agreeAndStart(hand)
  const admin = await signIn(site, 'admin')
  const parts = async () => (await admin.call(evidence.detail, { paperId })).tracks[0]?.parts ?? []
  await until('pictures at the server', SECONDS, async () => ((await parts()).at(-1)?.clusters.length ?? 0) >= CLUSTERS || undefined)
  await hand.button('交卷')
  await hand.dialogButton('确认交卷')
  await hand.see({ text: '交卷成功' })
  await until(
    'the whole recording',
    2 * SECONDS,
    async () => (await learner.call(record.mine, { paperId }))?.state === RecordState.complete || undefined,
  )
  const [part] = await parts()
  await hand.enter('admin', `/admin/exam/evidence/${paperId}`)
  await hand.see({ css: '[data-part=track][data-shown=picture]' })
  const first = await shownIn(page)
  await hand.button('播放')
  await until('the replay plays', SECONDS, async () => {
    const now = await shownIn(page)
    return (part?.mime === 'image/jpeg' ? now > 0 : now > first + 1) || undefined
  })
  return `recorded as ${part?.mime}; ${part?.clusters.length} places to begin; replayed`
}

const UNABLE = '这个浏览器不能录制本场考试'
/** between two looks at what the server has */
const LOOK_MS = 1_000
const pause = () => new Promise((resolve) => void setTimeout(resolve, LOOK_MS))

/** The microphone of the page talks after some seconds: the pretended ones of browsers hum or beep. @returns how long something like speech was heard */
export async function heard({ hand, page, site }: Stage) {
  const { examId } = await openExam(site, { types: [QuType.single], recordCamera: true, recordSound: true })
  await hand.enter('learner27', `/web/exam/check/${examId}`)
  await hand.see({ text: '录制说明' })
  if (await page.run<boolean>(`return document.body.innerText.includes(${JSON.stringify(UNABLE)})`))
    throw new Cannot('no sound is recorded')
  await page.run(`(${standIn.toString()})(${JSON.stringify({ ...talk, draws: false })})`)
  const paperId = await agreeAndStart(hand)
  const admin = await signIn(site, 'admin')
  const speech = await until('something like speech at the server', SECONDS, async () => {
    const found = (await admin.call(evidence.detail, { paperId })).speech
    if (found.length === 0) await pause()
    return found.length > 0 ? found : undefined
  })
  const seconds = speech.map(({ fromMs, toMs }) => Math.round((toMs - fromMs) / 1_000))
  return `speech of ${seconds.join(' and ')} s heard; ${talk.words} s were spoken`
}
