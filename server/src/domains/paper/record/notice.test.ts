// The notice before a recording, as a site words it.
import { config } from '@shuyuan/contract/site/config/config.ts'
import { noticeExample } from '@shuyuan/contract/site/config/record-notice.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { answerNotice } from '../../../../test/recording.ts'
import { code } from '../../../../test/refusal.ts'
import { setUpExam } from '../exam-setup.factory.ts'
import { noticeText } from './notice.rules.ts'

const { app, admin, ann } = await startWith('ann')
const all = { camera: true, sound: true, screen: true, phone: true }
const word = async (recordNotice: string) => {
  const site = await app.ok(config.detail, {}, admin)
  await app.ok(config.save, { ...site, recordNotice }, admin)
}

test('the text to begin with says what the notice of the house says', () => {
  const house = noticeText(all, 30, '')
  const own = noticeText(all, 30, noticeExample)
  const sentences = (text: string) => text.split(/[。\n]+/).toSorted()
  expect(sentences(own)).toEqual(sentences(house))
  expect(noticeText({ ...all, camera: false, screen: false, phone: false }, 30, noticeExample)).toBe('')
  // an exam may keep it longer than a verdict does
  expect(noticeText(all, 365, noticeExample)).toContain('最长365天')
})

test('a site words it, each exam fills it, and candidates answer the new text; the consent keeps the one that they read', async () => {
  const { examId } = await setUpExam(app.ctx(), { recordCamera: true, recordSound: true, recordDays: 14 }, { single: 1 })
  const before = await app.ok(record.need, { examId }, ann)
  await answerNotice(app, ann, examId)
  await word('本校录制{tracks}。\n保存{days}天，最长{most}天，由{readers}查看。')
  const need = await app.ok(record.need, { examId }, ann)
  expect(need.text).toBe(
    '本校录制摄像头画面与声音。\n保存14天，最长180天，由本场监考人、教务管理员查看。\n浏览器会标出可能有人说话的时间段，只供复核人参考，不识别内容和说话人。',
  )
  expect(need.agreed).toBeNull()
  expect((await app.call(paper['create-paper'], { examId }, ann)).code).toBe(code('recordConsent'))
  expect((await app.call(record.consent, { examId, textHash: before.textHash, agreed: true }, ann)).code).toBe(code('recordTextChanged'))
  await answerNotice(app, ann, examId)
  const { id } = await app.ok(paper['create-paper'], { examId }, ann)
  const { content } = await app.db
    .selectFrom('paperRecord as r')
    .innerJoin('examRecordConsent as c', 'c.id', 'r.consentId')
    .where('r.paperId', '=', id)
    .select('content')
    .executeTakeFirstOrThrow()
  expect(content).toBe(need.text)
  await word('')
  expect((await app.ok(record.need, { examId }, ann)).text).toBe(before.text)
})
