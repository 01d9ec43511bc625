// The camera of the exam room between captures, before an empty chair.
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { noisePicture } from '../server/test/faces.ts'
import { openExam, startPaper } from './exam-setup.ts'
import { cameraShowing } from './fake-camera.ts'
import { expect, signIn, test } from './fixtures.ts'

const WORDS = '请诚信考试，确保人脸在摄像头中央！'

test.use(cameraShowing(await noisePicture(4)))

test('the room of an exam with captures says that nobody is there, and notes it for the invigilator', async ({ site, openAs }) => {
  // the models are loaded, and ten seconds pass
  test.slow()
  const exam = await openExam(site, { types: [1], captureMinutes: 30, faceChance: 9 })
  const learner = 'learner43'
  const { path, paperId } = await startPaper(await signIn(site, learner), exam)
  const { page } = await openAs(learner, '/web/course')
  // candidates are followed from some moment of the first two minutes on
  await page.addInitScript(() => {
    Math.random = () => 0
  })
  await page.goto(path)
  await expect(page.locator('[data-part=camera]')).toHaveAttribute('data-sight', 'none')
  await expect(page.getByRole('alert').filter({ hasText: WORDS })).toBeVisible()
  const invigilator = await signIn(site, 'admin')
  await expect
    .poll(async () => (await invigilator.call(timeline.list, { paperId })).events.filter((one) => one.kind === 'unseen'))
    .toMatchObject([{ verdict: 'warn', message: WORDS }])
})
