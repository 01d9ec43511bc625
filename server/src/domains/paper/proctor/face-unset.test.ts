// The check before an exam on a site that compares no faces.
import { face } from '@shuyuan/contract/exam/face.ts'
import { expect, test } from 'vitest'
import { noisePicture } from '../../../../test/faces.ts'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { setUpExam } from '../exam-setup.factory.ts'

const { app, ann } = await startWith('ann')

test('is refused for an exam that asks for no picture: there is nothing to compare with', async () => {
  const base64 = (await noisePicture()).toString('base64')
  const check = (examId: string) => app.call(face['validate-face'], { examId, base64 }, ann.token)
  const plain = await setUpExam(app.ctx(), {}, { single: 1 })
  expect(await check(plain.examId)).toEqual(refusal('faceUnset'))
  // an exam that has asked for pictures keeps asking for them when the provider is removed
  const asking = await setUpExam(app.ctx(), { needFace: true }, { single: 1 })
  expect((await check(asking.examId)).data).toMatchObject({ pass: true })
})
