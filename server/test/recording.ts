// A recorded exam in a test: consent, parts and pieces as the page of a candidate sends them.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import type { PieceReply } from '@shuyuan/contract/paper/record/piece.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { setUpExam } from '../src/domains/paper/exam-setup.factory.ts'
import type { Person, TestApp } from './start-app.ts'

type Settings = Parameters<typeof setUpExam>[1]

/** Answers the notice of the exam. */
export async function answerNotice(app: TestApp, person: Person, examId: string, agreed = true) {
  const { textHash } = await app.ok(record.need, { examId }, person)
  return app.ok(record.consent, { examId, textHash, agreed }, person)
}

/** An exam that records the camera, with a paper that is open on a page. */
export async function openRecorded(app: TestApp, person: Person, settings: Settings = {}) {
  const { examId } = await setUpExam(app.ctx(), { recordCamera: true, ...settings }, { single: 1 })
  await answerNotice(app, person, examId)
  const { id } = await app.ok(paper['create-paper'], { examId }, person)
  const { session } = await app.ok(paper['paper-detail'], { id }, person)
  return { examId, id, session }
}

export const beginPart = (
  app: TestApp,
  person: Person,
  { id, session }: { id: string; session: string },
  track: RecordTrack = RecordTrack.camera,
) => app.ok(record.begin, { paperId: id, track, session, mime: 'video/webm;codecs=vp8' }, person)

/** Sends bytes of a part. @returns the answer, or the status of a refusal */
export async function sendPiece(
  app: TestApp,
  address: string,
  bytes: Buffer,
  offset = 0,
  end = false,
  lost = false,
  age?: number,
): Promise<PieceReply | number> {
  const reply = await app.http.inject({
    method: 'POST',
    url: `${address}?offset=${offset}${end ? '&end=1' : ''}${lost ? '&lost=1' : ''}${age === undefined ? '' : `&age=${age}`}`,
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  return reply.statusCode === 200 ? reply.json<PieceReply>() : reply.statusCode
}
