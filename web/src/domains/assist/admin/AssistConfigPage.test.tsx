// The uses of the assistant: what each sends stands beside its switch, and a switch is stored both ways. The provider in use is tried.
import { assistConfig } from '@shuyuan/contract/assist/assist.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { TryModel } from '../ledger/TryModel.tsx'
import AssistConfigPage from './AssistConfigPage.tsx'

const settings = {
  questions: true,
  recheck: false,
  improve: false,
  notice: false,
  explain: false,
  mark: false,
  told: false,
  markTimes: 1,
  userTokens: 0,
  learnerTokens: 0,
  siteTokens: 0,
  keepDays: 30,
}

it('says what is sent, and switches a use off and on', async () => {
  await signInWith(['assist:config'])
  const said = notices()
  let stored = settings
  const sent = fakeServer({
    [assistConfig.detail.path]: () => ({ data: stored }),
    [assistConfig.save.path]: ({ body }) => {
      stored = { ...stored, ...(body as typeof settings) }
      return { data: true }
    },
  })
  const { mouse } = show(<AssistConfigPage />)
  expect(await screen.findByText('发送所选材料的文字。不发送姓名、账号和答卷，证件号、手机号、邮箱和卡号会先隐去。')).toBeTruthy()
  for (const isOn of [false, true]) {
    await mouse.click(screen.getByRole('switch', { name: '智能出题' }))
    const before = said.length
    await mouse.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(said.slice(before)).toEqual(['配置保存成功！']))
    expect(bodies(sent, assistConfig.save).at(-1)).toMatchObject({ ...settings, questions: isOn })
  }
})

it('the trial of the provider in use says what it found', async () => {
  await signInWith(['assist:config'])
  const text = '按规则出题不连接模型，不需要测试。'
  const sent = fakeServer({ [assistConfig.test.path]: { data: { ok: true, tokens: 0, findings: [{ tone: 'good', text }] } } })
  const { mouse } = show(<TryModel />)
  await mouse.click(await screen.findByRole('button', { name: /测试使用中的服务商/ }))
  expect(within(await screen.findByRole('dialog', { name: '测试结果' })).getByText(text)).toBeTruthy()
  expect(bodies(sent, assistConfig.test)).toEqual([{}])
})
