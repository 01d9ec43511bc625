// Certificates that an exam earns: granted on passing, revoked by a corrected key.
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { certVerify, grant } from '@shuyuan/contract/cert/grant.ts'
import { presets } from '@shuyuan/contract/cert/presets.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { beforeAll, expect, test } from 'vitest'
import { answersFor, takePaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { makeFixedExam } from '../fixed.factory.ts'
import { runFixes } from '../fix/fix-run.service.ts'
import { followFinished } from './finish.service.ts'

const { app, admin, teacher, ann, bob } = await startWith('teacher', 'ann', 'bob')
const site = await app.ok(config.detail, {}, admin)
beforeAll(() => app.ok(config.save, { ...site, props: { ...site.props, moduleCert: true } }, admin))

const mine = (token: string) => app.ok(grant['my-list'], {}, token)
const newCert = async () =>
  (await app.ok(cert.save, { title: '上岗证', authority: '集团', validMonths: 0, layout: presets.honour }, admin)).id

async function correct(examId: string, quId: string, how: 'drop' | 'restore') {
  const { token } = await app.ok(fix.preview, { examId, quId, how }, teacher)
  await app.ok(fix.commit, { examId, quId, how, token, reason: '答案有误' }, teacher)
  await runFixes(app.app)
  await followFinished(app.app)
}

test('is granted once on passing, revoked by a corrected key, and granted again after it is undone', async () => {
  const certId = await newCert()
  const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, { certId, passScore: 200, showScore: 'handed' })
  await takePaper(app, ann, examId, answersFor(quIds, [true, false]))
  await takePaper(app, bob, examId, answersFor(quIds, [false, false]))
  await followFinished(app.app)
  const [first] = await mine(ann.token)
  expect(first).toMatchObject({ title: '上岗证', status: 'valid' })
  expect(await mine(bob.token)).toEqual([])
  await correct(examId, quIds[0]!, 'drop')
  expect(await mine(ann.token)).toMatchObject([{ status: 'revoked', revokeReason: '成绩更正，未达到及格标准' }])
  expect((await app.ok(certVerify.verify, { certGrantNo: first!.certGrantNo })).state).toBe('revoked')
  await correct(examId, quIds[0]!, 'restore')
  const again = await mine(ann.token)
  expect(again.map((one) => one.status)).toEqual(['valid', 'revoked'])
})

test('one that somebody revoked does not come back by itself', async () => {
  const certId = await newCert()
  const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, { certId, passScore: 200, showScore: 'handed' })
  await takePaper(app, bob, examId, answersFor(quIds, [true, true]))
  await followFinished(app.app)
  const [{ id } = { id: '' }] = await mine(bob.token)
  await app.ok(grant.revoke, { ids: [id], reason: '替考' }, admin)
  await correct(examId, quIds[0]!, 'drop')
  await correct(examId, quIds[0]!, 'restore')
  expect((await mine(bob.token)).map((one) => one.status)).toEqual(['revoked'])
})
