// The assistant by rules, without a model: switched on, questions of a pasted text, looked at, chosen, stored in the bank.
import { assistCall, assistConfig } from '@shuyuan/contract/assist/assist.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { expect, signIn, test } from './fixtures.ts'

const MATERIAL = [
  '干粉灭火器每30天检查一次，压力表指针应在绿色区域。',
  '热菜的中心温度必须达到70℃，冷菜存放不得超过2小时。',
  '洗手时揉搓不少于20秒，戒指和手表应取下。',
  '油锅起火时不得用水扑救，应立即关闭燃气并盖上锅盖。',
].join('\n')

test('an administrator tries the provider, and switches the use off and on', async ({ openAs }) => {
  const { page, client } = await openAs('admin', '/admin/sys/model')
  await expect(page.getByRole('radio', { name: /按规则出题（不连接模型）.*使用中/ })).toBeVisible()
  await page.getByRole('button', { name: '测试使用中的服务商' }).click()
  await expect(page.getByText('按规则出题不连接模型，不需要测试。')).toBeVisible()
  await page.goto('/admin/sys/assist')
  await expect(page.getByText('发送所选材料的文字。不发送姓名、账号和答卷，证件号、手机号、邮箱和卡号会先隐去。')).toBeVisible()
  const questions = async () => (await client.call(assistConfig.detail, {})).questions
  for (const isOn of [false, true]) {
    await page.getByRole('switch', { name: '智能出题' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await expect.poll(questions).toBe(isOn)
  }
})

test('questions of a pasted text are looked at, chosen and stored', async ({ site, openAs }) => {
  const admin = await signIn(site, 'admin')
  const { id: repoId } = await admin.call(repo.save, { title: '后厨安全问答', isExam: true, isTrain: false })
  const { page, client } = await openAs('teacher', `/admin/repo/qu?repoId=${repoId}`)
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog', { name: /导入试题/ })
  await dialog.getByText('智能出题', { exact: true }).click()
  await dialog.getByRole('textbox', { name: '材料' }).fill(MATERIAL)
  await expect(dialog.getByText('示例：不使用模型，按原文的数字和要求出题')).toBeVisible()
  await dialog.getByRole('button', { name: '开始出题' }).click()
  await dialog.getByRole('button', { name: '下一步：逐题核对' }).click()

  const first = page.getByRole('listitem').filter({ hasText: '第1题' }).first()
  await expect(first.getByText('出处：《干粉灭火器每30天检查一次').last()).toBeVisible()
  await expect(page.getByRole('button', { name: '导入 0 题' })).toBeDisabled()
  // choosing a whole page asks first
  await page.getByRole('checkbox', { name: '导入本页全部' }).click()
  await expect(page.getByText('确定不逐题查看吗？')).toBeVisible()
  await page.getByRole('button', { name: '取消' }).click()
  await page.getByRole('checkbox', { name: '导入第1题' }).check()
  await page.getByRole('button', { name: '导入 1 题' }).click()
  await expect(page.getByText('数据导入成功！')).toBeVisible()
  const { total, records } = await client.call(qu.paging, { params: { repoId } })
  expect(total).toBe(1)
  const { analysis } = (await client.call(qu.detail, { id: records[0]!.id })).body
  expect(analysis).toContain('出处：《')

  const log = await admin.call(assistCall.paging, { params: { kind: 'questions' } })
  expect(log.records[0]).toMatchObject({ state: 'done', provider: 'rules', tokensIn: 0 })
})
