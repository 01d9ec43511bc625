// Face checks with a camera: the local comparison, a check before a course, and captures while it is learnt.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { sysFace } from '@shuyuan/contract/face/face.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { cameraPicture, faceOf } from '../server/test/faces.ts'
import { openExam, startPaper } from './exam-setup.ts'
import { cameraShowing } from './fake-camera.ts'
import { expect, signIn, test } from './fixtures.ts'
import { barriers } from './axe.ts'

test.use(cameraShowing(await cameraPicture('ann2')))

test('a learner passes the check before a course, and is seen while learning', async ({ site, openAs }) => {
  const admin = await signIn(site, 'admin')
  await admin.call(configProp.change, { type: 'face', provider: 'local', data: {} })
  const learner = await signIn(site, 'learner24')
  const { id: userId } = await learner.call(user.info, {})
  const form = new FormData()
  form.append('userId', userId)
  form.append('agreed', '1')
  form.append('file', new Blob([new Uint8Array(await faceOf('ann1'))]), 'a.jpg')
  const sent = await fetch(site.url + sysFace.save.path, { method: 'POST', headers: { token: admin.token }, body: form })
  expect(await sent.json()).toMatchObject({ code: 0 })
  const { records } = await admin.call(courseFile.paging, { current: 1, size: 1, params: { fileType: CourseFileType.video } })
  const { id: courseId } = await admin.call(course.save, {
    title: '人脸课程',
    openType: OpenType.all,
    required: false,
    startTime: null,
    endTime: null,
    videoDrag: true,
    dragFinished: false,
    sequential: false,
    faceCheck: true,
    faceInterval: 1,
    faceChance: 2,
    files: [{ fileId: records[0]!.id, required: true, minSec: 0 }],
    deptCodes: [],
    groupIds: [],
    userIds: [],
  })
  const { page } = await openAs('learner24', `/web/course/view/${courseId}`)
  await page.getByRole('link', { name: '开始学习' }).click()
  await expect(page.getByRole('heading', { name: '学习本课程前请先完成人脸核验' })).toBeVisible()
  await expect(page.getByText('很好，请保持这个姿势！')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await expect(page.getByText('人脸比对成功！')).toBeVisible()
  await expect(page.getByText('请认真学习，确保人脸在摄像头中央！')).toBeVisible()
  // the film that the check held up goes on by itself
  await expect.poll(() => page.locator('video[slot=media]').evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0.5)
})

test('the room of an exam with captures sees its candidate', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1], captureMinutes: 30, faceChance: 9 })
  const { path } = await startPaper(await signIn(site, 'learner12'), exam)
  const { page } = await openAs('learner12', '/web/course')
  // candidates are followed from some moment of the first two minutes on
  await page.addInitScript(() => {
    Math.random = () => 0
  })
  await page.goto(path)
  await expect(page.locator('[data-part=camera]')).toHaveAttribute('data-sight', 'good')
})

test('a phone takes the photo of a real-name request, once, by a key', async ({ site, openAs, browser }) => {
  const admin = await signIn(site, 'admin')
  await admin.call(configProp.change, { type: 'face', provider: 'local', data: {} })
  await admin.call(configSwitch.save, { ...(await admin.call(configSwitch.detail, {})), realPerson: true, faceAudit: 'manual' })
  const { page } = await openAs('learner11', '/web/uc?to=real')
  await page.getByRole('button', { name: '拍照', exact: true }).click()
  await page.getByRole('button', { name: '用手机拍照' }).click()
  const code = page.getByRole('img', { name: /pages\/cam/ })
  await expect(code).toBeVisible()
  const address = new URL((await code.getAttribute('aria-label'))!)
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await phone.goto(site.url + address.pathname + address.search)
  await expect(phone.getByRole('heading', { name: '实名认证照片' })).toBeVisible()
  expect(await barriers(phone)).toEqual([])
  // taken by itself after two steady seconds
  await expect(phone.getByText('照片已发送，请回到电脑继续')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('.ant-upload-list-item-done')).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('alert')).toHaveText('二维码已失效，请在电脑上重新获取')
  await phone.close()
})
