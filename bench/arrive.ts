// Arrival of the candidates: each signs in, opens a paper and hands in, one call at a time, over a number of connections.
import { Connection, type Reply } from './connection.ts'
import type { Candidate } from './fill.ts'
import { type ExamSetup, nameOf, password } from './exam-setup.ts'
import { type Figures, inParallel, Series } from './measure.ts'

/** argon2 occupies a CPU core: more concurrent sign-ins would only wait */
const SIGN_IN_WIDTH = 64

type Call = (line: Connection, index: number) => Promise<Reply>

/** Makes one call for each of `people` learners, over `width` connections. */
async function callForEach(exam: ExamSetup, people: number, width: number, call: Call): Promise<Figures> {
  const lines = await Promise.all(Array.from({ length: Math.min(width, people) }, () => Connection.open(exam.port)))
  const series = new Series()
  const indexes = Array.from({ length: people }, (_one, at) => at)
  await inParallel(indexes, lines.length, async (index, worker) => {
    const began = performance.now()
    const { code } = await call(lines[worker]!, index)
    if (code === 0) series.add(performance.now() - began)
    else series.error()
  })
  for (const line of lines) line.close()
  return series.figures()
}

/** @returns the tokens, in the order of the learners */
export async function signIn(exam: ExamSetup, people: number): Promise<{ figures: Figures; tokens: string[] }> {
  const tokens: string[] = []
  const figures = await callForEach(exam, people, SIGN_IN_WIDTH, async (line, at) => {
    const reply = await line.post('/api/sys/user/login', JSON.stringify({ userName: nameOf(at), password }))
    tokens[at] = (reply.data as { token: string } | null)?.token ?? ''
    return reply
  })
  return { figures, tokens }
}

type Detail = { session: string; groups: { quList: { quId: string; answerList: { tag: string }[] }[] }[] } | null

/** Two calls per learner: one creates the paper, one reads it. */
export async function openPapers(exam: ExamSetup, tokens: string[], width: number) {
  const papers: string[] = []
  const candidates: Candidate[] = []
  const create = await callForEach(exam, tokens.length, width, async (line, at) => {
    const reply = await line.post('/api/paper/paper/create-paper', JSON.stringify({ examId: exam.examId }), tokens[at])
    papers[at] = (reply.data as { id: string } | null)?.id ?? ''
    return reply
  })
  const detail = await callForEach(exam, tokens.length, width, async (line, at) => {
    const reply = await line.post('/api/paper/paper/paper-detail', JSON.stringify({ id: papers[at] }), tokens[at])
    const { session = '', groups = [] } = (reply.data as Detail) ?? {}
    const questions = groups.flatMap((group) => group.quList.map((qu) => ({ quId: qu.quId, tags: qu.answerList.map((one) => one.tag) })))
    candidates[at] = { token: tokens[at] ?? '', paperId: papers[at] ?? '', session, questions }
    return reply
  })
  return { create, detail, candidates }
}

export const handIn = (exam: ExamSetup, candidates: Candidate[], width: number): Promise<Figures> =>
  callForEach(exam, candidates.length, width, (line, at) => {
    const { paperId, session, token } = candidates[at]!
    return line.post('/api/paper/paper/hand-exam', JSON.stringify({ id: paperId, session }), token)
  })
