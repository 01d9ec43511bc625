// A recorded exam with sound: something like speech is found by the worklet of the built pages, sent with the film, and a lane of the replay.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { openExam } from './exam-setup.ts'
import { expect, signIn, test } from './fixtures.ts'

const quiet = ['--autoplay-policy=no-user-gesture-required']
test.use({ launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...quiet] }) })

/** Seconds of the microphone: the room, then words of 400 ms with pauses of 200 ms, then the room. */
const QUIET = 6
const WORDS = 6

/** A camera that is drawn, and a microphone that hums and talks. Sent to the page as text. */
function standIn({ quiet: room, words }: { quiet: number; words: number }) {
  navigator.mediaDevices.getUserMedia = async (wish) => {
    if (wish?.video) {
      const canvas = document.createElement('canvas')
      canvas.width = 320
      canvas.height = 240
      const pen = canvas.getContext('2d')!
      setInterval(() => {
        pen.fillStyle = `hsl(${performance.now() / 20} 60% 50%)`
        pen.fillRect(0, 0, 320, 240)
      }, 200)
      return canvas.captureStream(5)
    }
    const context = new AudioContext()
    const tone = new OscillatorNode(context, { frequency: 700 })
    const loudness = new GainNode(context, { gain: 0.002 })
    const begin = context.currentTime + room
    for (let at = 0; at < words; at += 0.6) {
      loudness.gain.setValueAtTime(0.2, begin + at)
      loudness.gain.setValueAtTime(0.002, begin + at + 0.4)
    }
    const out = context.createMediaStreamDestination()
    tone.connect(loudness).connect(out)
    tone.start()
    return out.stream
  }
}

test('words that the microphone hears are a time of the replay', async ({ site, openAs }) => {
  test.slow()
  const { examId } = await openExam(site, { types: [1], recordCamera: true, recordSound: true })
  const { page } = await openAs('learner44', '/web/index', { apart: true })
  await page.addInitScript(standIn, { quiet: QUIET, words: WORDS })
  await page.goto(`/web/exam/check/${examId}`)
  const notice = page.getByRole('region', { name: '录制说明' })
  await expect(notice).toContainText('浏览器会标出可能有人说话的时间段')
  await notice.getByRole('button', { name: '同意并继续' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '开始考试' }).click()
  await expect(page.locator('[data-part=record]')).toHaveAttribute('data-on', 'true')
  const paperId = page.url().split('/').at(-1)!
  const admin = await signIn(site, 'admin')
  const speech = async () => (await admin.call(evidence.detail, { paperId })).speech
  await expect.poll(speech, { timeout: 60_000 }).toHaveLength(1)
  const [{ fromMs, toMs }] = (await speech()) as [{ fromMs: number; toMs: number }]
  expect(toMs - fromMs).toBeGreaterThan(4_000)
  expect(toMs - fromMs).toBeLessThan(9_000)

  const replay = await openAs('admin', `/admin/exam/evidence/${paperId}`)
  await expect(replay.page.getByText('说话声', { exact: true })).toBeVisible()
  await expect(replay.page.getByRole('button', { name: /^该时段可能有人说话/ })).toBeVisible()
})
