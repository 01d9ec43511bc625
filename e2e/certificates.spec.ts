// A certificate from its design to its end: an exam names it, a learner earns it, a stranger checks it, a corrected key takes it away.
import { certVerify, grant } from '@shuyuan/contract/cert/grant.ts'
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { barriers } from './axe.ts'
import { withDatabase } from './database.ts'
import { openExam } from './exam-setup.ts'
import { expect, onPhone, signIn, test } from './fixtures.ts'
import { qrOfPdf } from './pdf-qr.ts'

const NAME = '消防上岗证'

test('an administrator designs a certificate, and its preview is drawn', async ({ openAs, site }) => {
  test.slow()
  const admin = await signIn(site, 'admin')
  const stored = await admin.call(config.detail, {})
  await admin.call(config.save, { ...stored, h5Host: site.url, props: { ...stored.props, moduleCert: true } })
  const { page } = await openAs('admin', '/admin/cert/add')
  await page.getByLabel('证书名称').fill(NAME)
  await page.getByLabel('颁发机构').fill('云栖酒店集团')
  const item = page.getByRole('button', { name: /^元素 3：/ })
  await item.focus()
  const left = page.getByRole('spinbutton', { name: '左', exact: true })
  await expect(left).toHaveValue('28')
  const box = async () => (await item.boundingBox())!
  await item.scrollIntoViewIfNeeded()
  const before = await box()
  await page.mouse.move(before.x + 20, before.y + 8)
  await page.mouse.down()
  await page.mouse.move(before.x + 60, before.y + 48, { steps: 4 })
  await page.mouse.up()
  await expect(left).not.toHaveValue('28')
  expect((await box()).y).toBeGreaterThan(before.y + 20)
  await page.getByRole('button', { name: '撤消' }).click()
  await item.focus()
  await expect(left).toHaveValue('28')
  await page.getByRole('button', { name: '预览 PDF' }).click()
  const preview = page.getByRole('img', { name: '证书预览' })
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('证书保存成功！')).toBeVisible()
  await expect(page.getByRole('link', { name: NAME })).toBeVisible()
})

test('a learner earns it by passing, a stranger checks it, and a corrected key revokes it', async ({ visit, openAs, site }) => {
  const admin = await signIn(site, 'admin')
  const [{ id: certId } = { id: '' }] = (await admin.call(cert.paging, { params: { title: NAME } })).records
  const { examId, title, teacher } = await openExam(site, { types: [QuType.single, QuType.trueFalse], certId })
  const { call } = await signIn(site, 'learner05')
  const { id } = await call(paper['create-paper'], { examId })
  const { groups } = await call(paper['paper-detail'], { id })
  const single = groups.flatMap((one) => one.quList).find((one) => one.quType === QuType.single)!
  await call(paper['hand-exam'], { id, lastAnswers: [{ quId: single.quId, answer: { tags: ['B'] } }] })
  const earned = () => call(grant['my-list'], {})
  await expect.poll(async () => (await earned()).length).toBe(1)

  const { page } = await openAs('learner05', '/web/uc?to=cert')
  await expect(page.getByRole('heading', { name: NAME })).toContainText('有效')
  const file = page.getByRole('link', { name: `下载证书“${NAME}”` })
  await expect(file).toBeVisible()
  expect(await barriers(page)).toEqual([])

  const [own] = await earned()
  const pdf = await fetch(new URL((await file.getAttribute('href'))!, site.url))
  const inCode = await qrOfPdf(new Uint8Array(await pdf.arrayBuffer()))
  expect(inCode).toBe(`${site.url}/cert/${own!.certGrantNo}`)
  expect(own!.verifyUrl).toBe(inCode)
  const stranger = await visit(inCode!, onPhone)
  const result = stranger.getByRole('status')
  await expect(result).toContainText('有效')
  await expect(result).toContainText('*')
  expect(await barriers(stranger)).toEqual([])

  const bankId = await withDatabase(site, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select qu.id from qu join repo on repo.id = qu.repo_id where repo.title = $1 and qu_type = $2',
      [title, QuType.single],
    )
    return rows[0]!.id
  })
  const draft = { examId, quId: bankId, how: 'drop' as const }
  const { token } = await teacher.call(fix.preview, draft)
  await teacher.call(fix.commit, { ...draft, token, reason: '答案有误' })
  await expect.poll(async () => (await earned())[0]?.status).toBe('revoked')
  expect((await earned())[0]!.revokeReason).toBe('成绩更正，未达到及格标准')
  expect((await call(certVerify.verify, { certGrantNo: own!.certGrantNo })).state).toBe('revoked')
})
