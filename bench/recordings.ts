// Candidates whose recordings arrive: consent, parts, and pieces as browsers send them.
import { recordBits } from '@shuyuan/contract/exam/record-settings.ts'
import { PIECE_MS, type PieceReply } from '@shuyuan/contract/paper/record/piece.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { type Agent, request } from 'node:http'
import { makeWebm } from '../server/src/domains/paper/record/webm.factory.ts'
import { openDatabase } from '../server/src/kernel/database.ts'
import { Connection } from './connection.ts'
import type { ExamSetup } from './exam-setup.ts'
import type { Candidate } from './fill.ts'

const CLUSTER_MS = 5_000

/** From now on the exam records camera and screen, and a phone as second camera where asked for. */
export async function recordExam({ databaseUrl, examId }: ExamSetup, phone = false): Promise<void> {
  const { pool, db } = openDatabase(databaseUrl, { max: 1, onError: () => undefined })
  await db.updateTable('exam').set({ recordCamera: true, recordScreen: true, recordPhone: phone }).where('id', '=', examId).execute()
  await db.destroy()
  if (!pool.ended) await pool.end()
}

const tracks = [
  { track: RecordTrack.camera, bits: recordBits.camera },
  { track: RecordTrack.screen, bits: recordBits.screen },
]

/** A recording in pieces, as a browser sends them. */
function piecesOf(bits: number, seconds: number): Buffer[] {
  const clusters = Array.from({ length: Math.ceil((seconds * 1_000) / CLUSTER_MS) }, (_one, at) => ({ time: at * CLUSTER_MS, key: true }))
  const { bytes, keys } = makeWebm(clusters, Math.round((bits * CLUSTER_MS) / 8_000))
  const each = PIECE_MS / CLUSTER_MS
  const cuts = keys.filter((_one, at) => at % each === 0).map(({ at }, index) => (index === 0 ? 0 : at))
  return cuts.map((from, index) => bytes.subarray(from, cuts[index + 1] ?? bytes.length))
}

/** Everybody agrees to the notice. */
export async function consentAll(exam: ExamSetup, tokens: readonly string[]) {
  const line = await Connection.open(exam.port)
  for (const token of tokens) {
    const { data } = await line.post('/api/paper/record/need', JSON.stringify({ examId: exam.examId }), token)
    const { textHash } = data as { textHash: string }
    await line.post('/api/paper/record/consent', JSON.stringify({ examId: exam.examId, textHash, agreed: true }), token)
  }
  line.close()
}

export type Part = { track: RecordTrack; address: string; pieces: readonly Buffer[]; size: number; next: number; dueMs: number }

/** Connects a candidate's phone and begins its part. Answers the address of its pieces. */
async function beginPhone(line: Connection, { token, paperId, session }: Candidate): Promise<string> {
  const opened = await line.post('/api/paper/record/phone-open', JSON.stringify({ paperId }), token)
  const { key } = opened.data as { key: string }
  const { code, data } = await line.post('/api/paper/phone/join', JSON.stringify({ key, session: `phone-${session}` }), '')
  if (code !== 0) throw new Error(`a phone could not be connected: ${code}`)
  return (data as { address: string }).address
}

/** Begins all tracks of everybody; pieces are due at different moments. */
export async function beginAll(exam: ExamSetup, candidates: readonly Candidate[], seconds: number, phone = false): Promise<Part[]> {
  const line = await Connection.open(exam.port)
  const parts: Part[] = []
  for (const { track, bits } of tracks) {
    const pieces = piecesOf(bits, seconds)
    for (const { token, paperId, session } of candidates) {
      const body = { paperId, track, session, mime: 'video/webm;codecs=vp8', surface: track === RecordTrack.screen ? 'monitor' : '' }
      const { code, data } = await line.post('/api/paper/record/begin', JSON.stringify(body), token)
      if (code !== 0) throw new Error(`a track could not be begun: ${code}`)
      parts.push({ address: (data as { address: string }).address, track, pieces, size: 0, next: 0, dueMs: 0 })
    }
  }
  const pieces = phone ? piecesOf(recordBits.phone, seconds) : []
  for (const candidate of phone ? candidates : []) {
    parts.push({ address: await beginPhone(line, candidate), track: RecordTrack.phone, pieces, size: 0, next: 0, dueMs: 0 })
  }
  line.close()
  // pages do not begin at the same moment
  return parts.map((part, at) => ({ ...part, dueMs: (at / parts.length) * PIECE_MS }))
}

/** Sends bytes of a part. */
export function postPiece(agent: Agent, port: number, path: string, body: Buffer): Promise<PieceReply> {
  const { promise, resolve, reject } = Promise.withResolvers<PieceReply>()
  const headers = { 'content-type': 'application/octet-stream', 'content-length': body.length }
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (reply) => {
    const chunks: Buffer[] = []
    reply.on('data', (chunk: Buffer) => chunks.push(chunk))
    reply.on('end', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString()) as PieceReply)
      } catch (error) {
        reject(error)
      }
    })
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}
