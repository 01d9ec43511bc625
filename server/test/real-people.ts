// Users with real-name requests, for tests.
import { file } from '@shuyuan/contract/common/file.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { real, type RealState } from '@shuyuan/contract/account/realname/real.ts'
import { comparesFacesOf } from '../src/domains/site/provider/compare.service.ts'
import { portrait, someIdCard } from '../src/domains/account/realname/real.factory.ts'
import { makeUser } from '../src/domains/people/user/user.factory.ts'
import type { TestApp } from './start-app.ts'
import { idCardOfUser, openIdCard } from '../src/domains/people/user/id-card.service.ts'

type Request = Body<typeof real.submit>

/** Makes users with requests and a reviewer, and sets the switches. */
export async function realPeople(app: TestApp) {
  const admin = (await app.as('admin')).token
  const photo = await portrait()
  comparesFacesOf.replace(app.app, true)
  let serial = 0
  const newIdCard = () => someIdCard(++serial)

  async function newPerson(userName: string, realName = '张三') {
    const id = await makeUser(app.db, { userName, realName })
    const { token } = await app.as(userName)
    const upload = async () => (await app.upload(file.upload, photo, 'face.jpg', { scene: 'avatar' }, token)).data.url
    const request = async (more: Partial<Request> = {}): Promise<Request> => ({
      realName,
      face: await upload(),
      idCard: newIdCard(),
      sex: '女',
      age: 3,
      birthday: '2000-01-01',
      domicileAddress: '月球',
      contactWay: '13800138000',
      ...more,
    })
    const row = async () => {
      const stored = await app.db.selectFrom('sysUser').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
      return { ...stored, idCard: openIdCard(app.app, idCardOfUser, id, stored.idCard), sealed: stored.idCard }
    }
    const latest = () => app.ok(real.queryUserInfo, {}, token)
    return { id, token, request, row, latest }
  }
  const setSwitches = async (change: Partial<Body<typeof configSwitch.save>>) =>
    app.ok(configSwitch.save, { ...(await app.ok(configSwitch.detail, {})), ...change }, admin)
  const audit = (ids: string[], state: typeof RealState.passed | typeof RealState.rejected, auditMsg = '清楚', token = admin) =>
    app.call(real.audit, { ids, state, auditMsg }, token)
  return { admin, photo, newIdCard, newPerson, setSwitches, audit }
}
