// The own account: profile, hotel block, password.
import { config } from '@shuyuan/contract/site/config/config.ts'
import { file } from '@shuyuan/contract/common/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { ReadState } from '@shuyuan/contract/message/msg.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeHotel, someHotel } from '../../people/hotel/hotel.factory.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { hashPassword } from '../../session/password.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const { app, admin } = await startWith()
await makeHotel(app.db, someHotel)
await makeHotel(app.db, {
  hotelCode: 'YQ0002',
  signageName: '云栖会展酒店',
  businessLicense: '云栖会展酒店有限公司',
  legalPerson: '江月兰',
})
await makeHotel(app.db, { hotelCode: 'HALF', signageName: '半间客栈', businessLicense: '', legalPerson: '某人' })

const rowOf = (id: string) => app.db.selectFrom('sysUser').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
async function hotelProfile(isOn: boolean) {
  const site = await app.ok(config.detail, { id: '1' }, admin)
  await app.ok(config.save, { ...site, props: { ...site.props, hotelProfile: isOn } }, admin)
}
await hotelProfile(true)
const block = {
  hotelCode: 'YQ0002',
  businessLicense: '云栖会展酒店有限公司',
  signageName: '云栖会展酒店',
  legalPerson: '江月兰',
  businessAddress: '会展路 1 号',
  policeStation2: ['03', '0302'],
}

describe('the own account', () => {
  test('counts unread messages', async () => {
    const id = await makeUser(app.db, { userName: 'reader' })
    const { token } = await app.as('reader')
    for (const title of ['甲', '乙']) await sendMsg(app.ctx(), [id], { title, content: '内容' })
    expect((await app.ok(user.info, {}, token)).unreadMsg).toBe(2)
    await app.db.updateTable('sysMsg').set({ readState: ReadState.read }).where('userId', '=', id).execute()
    expect((await app.ok(user.info, {}, token)).unreadMsg).toBe(0)
  })

  test('contains the whole row with the identity number, and no secret', async () => {
    const id = await makeUser(app.db, { userName: 'whole', mobile: '13900000011' })
    await app.db.updateTable('sysUser').set({ idCard: '11010519491231002X', realPerson: true }).where('id', '=', id).execute()
    const { token } = await app.as('whole')
    const mine = await app.ok(user.currentUser, {}, token)
    expect(mine).toMatchObject({ idCard: '11010519491231002X', realPerson: true, needsHotel: true, branch: '01', policeStation: '0101' })
    expect(Object.keys(mine).filter((name) => /pass|hash/i.test(name))).toEqual([])
  })
})

describe('a profile', () => {
  test('changes the given fields only, and derives values from the police path', async () => {
    const id = await makeUser(app.db, { userName: 'changer', hotel: false })
    const { token } = await app.as('changer')
    expect(await app.ok(user.isComplete, {}, token)).toEqual({ code: 0, complete: false })
    await app.ok(user.update, { email: 'a@example.com' }, token)
    await app.ok(user.update, { realName: '常改', ...block }, token)
    expect(await rowOf(id)).toMatchObject({ email: 'a@example.com', realName: '常改', ...block, branch: '03', policeStation: '0302' })
    expect(await app.ok(user.isComplete, {}, token)).toEqual({ code: 0, complete: true })
    expect((await app.ok(user.info, {}, token)).realName).toBe('常改')
  })

  test('ignores fields that the user may not change', async () => {
    const id = await makeUser(app.db, { userName: 'climber', mobile: '13900000012' })
    const before = await rowOf(id)
    const { token } = await app.as('climber')
    const greedy = {
      email: 'climb@example.com',
      id: '1',
      userName: 'admin2',
      roleType: RoleType.staff,
      roles: ['1'],
      state: UserState.disabled,
      deptCode: 'B',
      points: 9_999,
      idCard: '1',
      mobile: '13911111111',
      realPerson: true,
      face: '/x.jpg',
      passwordHash: 'x',
      expireTime: null,
      version: 9,
      branch: '99',
      policeStation: '9999',
    }
    await app.ok(user.update, greedy, token)
    expect(await rowOf(id)).toEqual({ ...before, email: 'climb@example.com', updateTime: expect.any(Date) as Date })
    expect(await app.db.selectFrom('sysUserRole').where('userId', '=', id).selectAll().execute()).toEqual([])
  })

  test.each([
    [{ realName: ' ' }, 'realName', '姓名不能为空！'],
    [{ email: 'not-an-address' }, 'email', '邮箱格式不正确!'],
    [{ ...block, hotelCode: '' }, 'hotelCode', '酒店编码不能为空！'],
    [{ ...block, businessLicense: '' }, 'businessLicense', '营业执照注册名称不能为空！'],
    [{ ...block, signageName: '' }, 'signageName', '对外门牌标识不能为空！'],
    [{ ...block, legalPerson: '' }, 'legalPerson', '法定代表人不能为空！'],
    [{ ...block, businessAddress: '' }, 'businessAddress', '营业地址不能为空！'],
    [{ ...block, policeStation2: ['01'] }, 'policeStation2', '所属分局/派出所不能为空！'],
    [{ ...block, policeStation2: ['01', '0201'] }, 'policeStation2', '所选的分局/派出所不存在，请重新选择'],
    [{ avatar: 'https://elsewhere.example/a.png' }, 'avatar', '图片不存在或不是您上传的，请重新上传'],
  ])('refuses %j', async (body, field, msg) => {
    await app.db.deleteFrom('sysUser').where('userName', '=', 'refused').execute()
    await makeUser(app.db, { userName: 'refused', hotel: false })
    const answer = await app.call(user.update, body, (await app.as('refused')).token)
    expect(answer).toMatchObject({ code: errors.badInput[0], msg })
    expect(answer.fields[0]).toEqual({ field, msg })
  })

  test('lists what is wrong at once, with the hotel and without', async () => {
    await makeUser(app.db, { userName: 'several', hotel: false })
    const wrong = { ...block, realName: ' ', email: 'no', hotelCode: '', businessAddress: '', policeStation2: [] }
    const answer = await app.call(user.update, wrong, (await app.as('several')).token)
    const names = ['realName', 'email', 'hotelCode', 'businessAddress', 'policeStation2']
    expect(answer.fields.map((one) => one.field).toSorted()).toEqual(names.toSorted())
    const { token: admin } = await app.as('admin')
    const form = { ...wrong, userName: '', roleType: RoleType.learner, roles: [], deptCode: '' }
    const added = await app.call(user.save, form, admin)
    expect(added.fields.map((one) => one.field)).toEqual(expect.arrayContaining(['userName', ...names]))
  })

  test('looks up the hotel again, whatever was sent', async () => {
    const id = await makeUser(app.db, { userName: 'forger' })
    const { token } = await app.as('forger')
    await app.ok(user.update, { ...block, signageName: '我的皇宫', legalPerson: '我自己' }, token)
    expect(await rowOf(id)).toMatchObject({ signageName: '云栖会展酒店', legalPerson: '江月兰' })
    expect(await app.call(user.update, { ...block, hotelCode: 'NOWHERE' }, token)).toMatchObject({
      code: errors.hotelUnknown[0],
      msg: '酒店编码不正确!',
    })
    expect((await app.call(user.update, { ...block, hotelCode: 'HALF' }, token)).msg).toBe(
      '未查到营业执照/招牌名称/法人，请输入正确的酒店编码!',
    )
    expect(await rowOf(id)).toMatchObject({ hotelCode: 'YQ0002' })
  })

  test('needs no hotel for teachers, nor while the site has the block disabled', async () => {
    const teacher = await makeUser(app.db, { userName: 'a-teacher', roleType: RoleType.staff })
    await app.ok(user.update, { email: 't@example.com', hotelCode: '', policeStation2: [] }, (await app.as('a-teacher')).token)
    expect(await rowOf(teacher)).toMatchObject({ email: 't@example.com', hotelCode: '' })
    expect(await app.ok(user.isComplete, {}, (await app.as('a-teacher')).token)).toEqual({ code: 0, complete: true })
    await makeUser(app.db, { userName: 'guest', hotel: false })
    const { token } = await app.as('guest')
    await hotelProfile(false)
    expect(await app.ok(user.isComplete, {}, token)).toEqual({ code: 0, complete: true })
    expect((await app.ok(user.currentUser, {}, token)).needsHotel).toBe(false)
    await hotelProfile(true)
    expect(await app.ok(user.isComplete, {}, token)).toEqual({ code: 0, complete: false })
  })

  test('does not change a verified name', async () => {
    const id = await makeUser(app.db, { userName: 'verified', realName: '甄实明' })
    await app.db.updateTable('sysUser').set({ realPerson: true }).where('id', '=', id).execute()
    const { token } = await app.as('verified')
    await app.ok(user.update, { realName: '甄实明', email: 'v@example.com' }, token)
    expect((await app.call(user.update, { realName: '假实明' }, token)).fields[0]?.field).toBe('realName')
  })

  test('accepts a picture that the user uploaded, and no other', async () => {
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const id = await makeUser(app.db, { userName: 'pictured' })
    const { token } = await app.as('pictured')
    const mine = await app.upload(file.upload, picture, 'me.png', { scene: 'avatar' }, token)
    await app.ok(user.update, { avatar: mine.data.url }, token)
    expect((await rowOf(id)).avatar).toBe(mine.data.url)
    await makeUser(app.db, { userName: 'thief' })
    expect((await app.call(user.update, { avatar: mine.data.url }, (await app.as('thief')).token)).code).toBe(errors.badInput[0])
  })
})

describe('a new password', () => {
  const [OLD, NEW] = ['Violet@2026', 'Learn#2027']

  test('ends every other session, and only those', async () => {
    const id = await makeUser(app.db, { userName: 'pw', passwordHash: await hashPassword(OLD) })
    const [here, there] = [await app.as('pw'), await app.as('pw')]
    await makeUser(app.db, { userName: 'other-person' })
    const otherUser = await app.as('other-person')
    await app.ok(user.info, {}, there.token)
    await app.ok(user['update-pass'], { oldPassword: OLD, password: NEW }, here.token)
    expect((await app.call(user.info, {}, there.token)).code).toBe(errors.signedOut[0])
    await app.ok(user.info, {}, here.token)
    await app.ok(user.info, {}, otherUser.token)
    expect((await app.call(user.login, { userName: 'pw', password: OLD })).code).toBe(errors.signInWrong[0])
    await app.ok(user.login, { userName: 'pw', password: NEW })
    const log = await app.db
      .selectFrom('sysLog')
      .where('userId', '=', id)
      .where('title', '=', '修改密码')
      .select('input')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(log.input)).not.toMatch(/Study|Learn/)
  })

  test.each([
    [{ oldPassword: '', password: NEW }, 'oldPassword', '旧密码不能为空！'],
    [{ oldPassword: OLD, password: '' }, 'password', '新的密码不能为空！'],
    [{ oldPassword: OLD, password: OLD }, 'password', '新密码不能与旧密码一致！'],
    [{ oldPassword: OLD, password: 'Aa@1' }, 'password', '密码长度应为8-60位'],
    [{ oldPassword: OLD, password: 'abcdefgh1' }, 'password', '密码应包含大写字母、小写字母、数字、特殊字符其中三种!'],
    [{ oldPassword: 'Wrong@2026', password: NEW }, 'oldPassword', '旧密码错误'],
  ])('is refused for %j', async (body, field, msg) => {
    await app.db.deleteFrom('sysUser').where('userName', '=', 'pw2').execute()
    await makeUser(app.db, { userName: 'pw2', passwordHash: await hashPassword(OLD) })
    const answer = await app.call(user['update-pass'], body, (await app.as('pw2')).token)
    expect(answer.fields[0]).toEqual({ field, msg })
  })

  test('names each empty field once', async () => {
    await makeUser(app.db, { userName: 'emptied', passwordHash: await hashPassword(OLD) })
    const answer = await app.call(user['update-pass'], { oldPassword: '', password: '' }, (await app.as('emptied')).token)
    expect(answer.fields).toEqual([
      { field: 'oldPassword', msg: '旧密码不能为空！' },
      { field: 'password', msg: '新的密码不能为空！' },
    ])
  })

  test('limits guesses of the old one, and is refused for an account without one', async () => {
    await makeUser(app.db, { userName: 'guessed', passwordHash: await hashPassword(OLD) })
    const { token } = await app.as('guessed')
    for (let tries = 0; tries < 10; tries++) await app.call(user['update-pass'], { oldPassword: `Guess@${tries}`, password: NEW }, token)
    expect((await app.call(user['update-pass'], { oldPassword: OLD, password: NEW }, token)).code).toBe(errors.tooOften[0])
    await makeUser(app.db, { userName: 'unset' })
    expect((await app.call(user['update-pass'], { oldPassword: OLD, password: NEW }, (await app.as('unset')).token)).code).toBe(
      errors.passwordUnset[0],
    )
  })
})
