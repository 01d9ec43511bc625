// Sign-in by face: the challenge, replays, and what counts as a failure.
import { sysFace } from '@shuyuan/contract/face/face.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faceOf } from '../../../../test/faces.ts'
import { startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { type FaceReply, type FaceWorker, faceWorkerOf } from '../../../providers/face/face-local.ts'
import { switches } from '../../site/config/config.service.ts'

const { app, ann, bob } = await startWith('ann', 'bob')
const admin = (await app.as('admin')).token
const real = faceWorkerOf(app.app)
const photo = (await faceOf('ann1')).toString('base64')

beforeAll(async () => {
  await app.ok(configProp.change, { type: 'face', provider: 'local', data: {} }, admin)
  await app.upload(sysFace.save, await faceOf('ann1'), 'a.jpg', { userId: ann.id, agreed: '1' }, admin)
  await app.upload(sysFace.save, await faceOf('dee'), 'b.jpg', { userId: bob.id, agreed: '1' }, admin)
  await app.ok(configSwitch.save, { ...(await switches(app.ctx())), faceLogin: true }, admin)
})
afterAll(() => real.close())

const yaws = { front: 0, left: -0.4, right: 0.4 }
/** The worker sees the person of ann1 turning their head as the text of the picture says: packages ship no such series. */
async function seeing() {
  const seen = await real.look(await faceOf('ann1'))
  const face = 'faces' in seen ? seen.faces[0]! : undefined
  const look = (picture: Buffer): Promise<FaceReply> => {
    const action = picture.toString().split(':')[0] as keyof typeof yaws
    return Promise.resolve(action in yaws ? { faces: [{ ...face!, yaw: yaws[action] }] } : { problem: 'none' })
  }
  faceWorkerOf.replace(app.app, Object.assign(Object.create(real) as FaceWorker, { look }))
  // the provider holds the worker with which it was made
  await app.ok(configProp.change, { type: 'face', provider: 'local', data: {} }, admin)
}
const text = (action: string, at: number) => Buffer.from(`${action}:${at}`).toString('base64')
const start = (userName: string) => app.ok(user['face-challenge'], { userName })
const turning = (challenge: Awaited<ReturnType<typeof start>>, userName: string) => ({
  userName,
  challengeId: challenge.challengeId,
  base64: text('front', 99),
  frames: challenge.actions.map((action, at) => ({ action, base64: text(action, at) })),
})

describe('with the pictures of a camera', () => {
  test('a photo alone, a photo for every turn, and a repeated frame are refused', async () => {
    expect((await app.call(user['face-login'], { userName: 'ann', base64: photo })).code).toBe(code('faceChallenge'))
    const { challengeId, actions } = await start('ann')
    const frames = actions.map((action) => ({ action, base64: photo }))
    expect((await app.call(user['face-login'], { userName: 'ann', challengeId, frames, base64: photo })).code).toBe(code('faceRefused'))
    const again = await start('ann')
    const other = (await faceOf('ann2')).toString('base64')
    const held = again.actions.map((action, at) => ({ action, base64: at === 0 ? other : photo }))
    const sent = { userName: 'ann', challengeId: again.challengeId, frames: held, base64: photo }
    expect((await app.call(user['face-login'], sent)).code).toBe(code('faceRefused'))
  })
})

describe('with a person who turns their head', () => {
  beforeAll(seeing)

  test('signs in that person, once per challenge', async () => {
    const sent = turning(await start('ann'), 'ann')
    expect((await app.ok(user['face-login'], sent)).userId).toBe(ann.id)
    expect((await app.call(user['face-login'], sent)).code).toBe(code('faceRefused'))
  })

  test('without a name finds the one person of a small library', async () => {
    const { userName: _userName, ...sent } = turning(await start(''), '')
    expect((await app.ok(user['face-login'], sent)).userId).toBe(ann.id)
  })

  test('without a name never opens an account of the back office, and asks for the name above 500 faces', async () => {
    const anonymous = async () => {
      const { userName: _userName, ...sent } = turning(await start(''), '')
      return app.call(user['face-login'], sent)
    }
    const asRole = (roleType: RoleType) => app.db.updateTable('sysUser').set({ roleType }).where('id', '=', ann.id).execute()
    await asRole(RoleType.staff)
    expect((await anonymous()).code).toBe(code('faceRefused'))
    await asRole(RoleType.learner)
    expect((await anonymous()).code).toBe(0)
    await sql`with made as (insert into sys_user (user_name, real_name, password_hash, dept_code)
      select 'many' || n, '', '', dept_code from generate_series(1, 499) n, (select dept_code from sys_user where id = ${ann.id}::bigint) own returning id)
      insert into sys_face (id, url, source, state, provider, model, vector, create_time, update_time)
      select made.id, '', 'admin', state, provider, model, vector, create_time, update_time from made, sys_face where sys_face.id = ${bob.id}::bigint`.execute(
      app.db,
    )
    expect(await anonymous()).toMatchObject({ code: code('faceChallenge'), msg: '请先输入用户名，再进行人脸登录' })
    await sql`delete from sys_user where user_name like 'many%'`.execute(app.db)
    await sql`delete from sys_face where id not in (select id from sys_user)`.execute(app.db)
  })

  test('is refused for another account, another order, a late answer and an unknown account alike', async () => {
    const refused = async (sent: ReturnType<typeof turning>) => {
      const { code: given, msg } = await app.call(user['face-login'], sent)
      return [given, msg]
    }
    const same = [code('faceRefused'), '人脸识别未通过，请重试或使用密码登录']
    expect(await refused(turning(await start('bob'), 'bob'))).toEqual(same)
    expect(await refused(turning(await start('nobody'), 'nobody'))).toEqual(same)
    expect(await refused({ ...turning(await start('bob'), 'ann') })).toEqual(same)
    const mixed = turning(await start('ann'), 'ann')
    // neighbours differ, so every turn is in a wrong place
    const [first, ...turns] = mixed.frames
    expect(await refused({ ...mixed, frames: [first!, ...turns.slice(1), turns[0]!] })).toEqual(same)
    const late = turning(await start('ann'), 'ann')
    app.clock.advance(61)
    expect(await refused(late)).toEqual(same)
  })

  test('locks the account as wrong passwords do', async () => {
    for (let at = 0; at < 10; at++) await app.call(user['face-login'], turning(await start('bob'), 'bob'))
    expect((await app.call(user['face-login'], turning(await start('bob'), 'bob'))).code).toBe(code('tooOften'))
    expect((await app.call(user.login, { userName: 'bob', password: 'x' })).code).toBe(code('tooOften'))
  })
})
