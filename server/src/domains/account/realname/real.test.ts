// Real names as users request them: the photo, the request, and the switches.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { real, RealState } from '@shuyuan/contract/account/realname/real.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { realPeople } from '../../../../test/real-people.ts'
import { sharedApp } from '../../../../test/people.ts'
import { portrait } from './real.factory.ts'

const app = await sharedApp()
const people = await realPeople(app)
beforeEach(() => people.setSwitches({ realPerson: true, faceAudit: 'manual' }))

describe('a photo', () => {
  const check = async (bytes: Uint8Array, name = 'face.jpg') => app.upload(real.checkFace, bytes, name, {}, (await app.as('admin')).token)

  test('that is readable and of the right size passes', async () => {
    expect((await check(people.photo)).data).toEqual({ verify: 'success' })
    expect((await check(await sharp(people.photo).png().toBuffer(), 'face.png')).data).toEqual({ verify: 'success' })
  })

  test.each<[string, () => Promise<Uint8Array>]>([
    ['is no picture', async () => Buffer.from('hello')],
    ['is a webp', () => sharp(people.photo).webp().toBuffer()],
    ['is an svg', async () => Buffer.from('<svg width="300" height="400"/>')],
    ['is truncated', async () => people.photo.subarray(0, people.photo.length / 2)],
    [
      'is a plain colour',
      () =>
        sharp({ create: { width: 295, height: 413, channels: 3, background: '#27c' } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'is nothing but transparent',
      () =>
        sharp({ create: { width: 295, height: 413, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
    ],
  ])('that %s is refused', async (_why, make) => {
    const answer = await check(await make())
    expect(answer.code).toBeGreaterThan(10_000_000)
    expect(answer.code).not.toBe(errors.fault[0])
  })

  test.each([
    [294, 413],
    [413, 295],
    [590, 826],
  ])('of another size than 295×413 is refused with its own: %i×%i', async (width, height) => {
    expect((await app.upload(real.checkFace, await portrait(width, height), 'face.jpg', {}, (await app.as('admin')).token)).msg).toBe(
      `照片应为 295×413 像素，这张是 ${width}×${height} 像素`,
    )
  })
})

describe('a request', () => {
  test('gets the facts of the number, and is stored with them, whatever was sent', async () => {
    const { token, request, latest } = await people.newPerson('teller')
    const sent = await request({ idCard: '11010519491231002x' })
    const facts = await app.ok(real['parse-id'], { idCard: sent.idCard }, token)
    expect(facts).toMatchObject({ birthday: '1949-12-31', area: '北京市', sex: '女' })
    expect(facts.age).toBeGreaterThan(70)
    await app.ok(real.submit, sent, token)
    // the picture opens by the address that its owner gets
    const { face } = await app.ok(real.queryUserInfo, {}, token)
    expect((await app.http.inject({ url: face })).statusCode).toBe(200)
    expect(await latest()).toMatchObject({
      state: RealState.waiting,
      idCard: '11010519491231002X',
      age: facts.age,
      birthday: '1949-12-31',
      domicileAddress: '北京市',
    })
  })

  test.each([
    ['realName', '', '真实姓名不能为空！'],
    ['face', '', '人脸照片必须上传！'],
    ['face', '/files/202601/0123456789abcdef0123456789abcdef.jpg', '图片不存在或不是您上传的，请重新上传'],
    ['idCard', '', '身份证号不能为空！'],
    ['idCard', '440305199003070011', '身份证号码格式不正确!'],
    ['idCard', '4403051990', '身份证号码格式不正确!'],
    ['sex', '', '性别不能为空！'],
    ['birthday', '', '出生日期不能为空！'],
    ['domicileAddress', '', '户籍所在地不能为空！'],
    ['contactWay', ' ', '联系方式不能为空！'],
  ])('with %s “%s” is refused', async (field, value, msg) => {
    const { token, request } = await people.newPerson(`bad-${people.newIdCard()}`)
    const answer = await app.call(real.submit, { ...(await request()), [field]: value }, token)
    expect(answer).toMatchObject({ code: errors.badInput[0], msg, fields: [{ field, msg }] })
  })

  test('is stored once, even when sent twice concurrently', async () => {
    const { token, request, id } = await people.newPerson('double')
    const body = await request()
    const both = await Promise.all([app.call(real.submit, body, token), app.call(real.submit, body, token)])
    expect(both.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, errors.realWaiting[0]])
    expect((await app.call(real.submit, body, token)).msg).toBe('您的实名认证正在审核中，请勿重复提交')
    expect(await app.db.selectFrom('sysReal').where('userId', '=', id).selectAll().execute()).toHaveLength(1)
  })

  test('is visible to its user only', async () => {
    const { token, request } = await people.newPerson('owner')
    await app.ok(real.submit, await request(), token)
    const mine = await app.ok(real.detail, {}, token)
    const otherUser = await people.newPerson('curious')
    expect((await app.call(real.detail, { id: mine!.id }, otherUser.token)).code).toBe(errors.notFound[0])
    expect(await app.ok(real.detail, {}, otherUser.token)).toBeNull()
    expect(await otherUser.latest()).toMatchObject({ id: '', state: null, realPerson: false })
    expect((await app.ok(real.detail, { id: mine!.id }, people.admin))?.idCard).toBe(mine!.idCard)
  })

  test('is refused with every other call of the user while the switch is off', async () => {
    await people.setSwitches({ realPerson: false })
    const { token, request } = await people.newPerson('switched')
    const body = await request()
    const answers = [
      await app.call(real.submit, body, token),
      await app.call(real.queryUserInfo, {}, token),
      await app.call(real.detail, {}, token),
      await app.call(real['parse-id'], { idCard: body.idCard }, token),
      await app.upload(real.checkFace, people.photo, 'face.jpg', {}, token),
    ]
    expect(answers.map((one) => one.msg)).toEqual(Array(5).fill('实名认证未开启'))
  })

  test('passes immediately where no audit is required', async () => {
    await people.setSwitches({ faceAudit: 'no' })
    const { token, request, row, latest } = await people.newPerson('trusted')
    const body = await request({ realName: '李四' })
    await app.ok(real.submit, body, token)
    expect(await latest()).toMatchObject({ state: RealState.passed, realPerson: true })
    expect(await row()).toMatchObject({ realPerson: true, realName: '李四', idCard: body.idCard, face: body.face })
    expect((await app.ok(user.info, {}, token)).realName).toBe('李四')
  })

  test('is left to a person where no provider is set up, with the reason', async () => {
    await people.setSwitches({ faceAudit: 'auto' })
    const { token, request, latest } = await people.newPerson('automatic')
    await app.ok(real.submit, await request(), token)
    const { id, state } = await latest()
    expect(state).toBe(RealState.waiting)
    expect((await app.ok(real.detail, { id }, people.admin))?.autoResult).toContain('已转人工审核')
    const result = await app.ok(real['auto-audit'], { ids: [id] }, people.admin)
    expect(result).toMatchObject({ passed: 0, rejected: 0, manual: 1 })
    expect(result.msg).toContain('已转人工审核')
    expect((await latest()).state).toBe(RealState.waiting)
  })
})

test('the audit row contains no identity number', async () => {
  const rows = await app.db
    .selectFrom('sysLog')
    .where('path', 'like', '/api/sys/user/real/%')
    .select(['input', 'before', 'after'])
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/4403051990\d/)
})
