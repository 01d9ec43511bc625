import { configSwitch, type KnownSwitches, LoginTick, UserDeptType } from '@shuyuan/contract/site/config/switch.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { departTree } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../../test/render.tsx'
import SwitchPage from './SwitchPage.tsx'

const off = { sms: true, mail: false, wechat: false, 'crop-wechat': false, 'ding-talk': false, oidc: false, ldap: false, face: false }
const stored: KnownSwitches = {
  userReg: false,
  userAudit: false,
  userDeptType: UserDeptType.chosen,
  userDeptCode: '',
  mobileLogin: false,
  wechatLogin: false,
  faceLogin: false,
  cropLogin: false,
  dingLogin: false,
  oidcLogin: false,
  ldapLogin: false,
  realPerson: false,
  faceAudit: 'no',
  loginTick: LoginTick.several,
  invoiceApply: false,
  ready: off,
}

beforeEach(() => signInWith([]))

it('needs a default department where it is chosen, and stores what is switched', async () => {
  const said = notices()
  const sent = fakeServer({ ...departTree, [configSwitch.detail.path]: { data: stored }, [configSwitch.save.path]: { data: true } })
  const { mouse } = show(<SwitchPage />)
  for (const name of ['开放注册', '手机登录']) await mouse.click(await screen.findByRole('switch', { name }))
  await mouse.click(screen.getByRole('radio', { name: '默认部门' }))
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  // at its field
  expect(await screen.findByText('请选择默认部门', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(bodies(sent, configSwitch.save)).toEqual([])
  await mouse.click(screen.getByRole('radio', { name: '自由选择部门' }))
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(said).toEqual(['功能开关配置成功！']))
  expect(bodies(sent, configSwitch.save)).toMatchObject([{ userReg: true, mobileLogin: true, userDeptType: UserDeptType.chosen }])
})
