// Arrival of the candidates: each signs in, opens a paper and hands in, one call at a time, over a number of connections.
import { Connection, type Reply } from './connection.ts'
import type { Candidate } from './fill.ts'
import { type ExamSetup, nameOf, password } from './exam-setup.ts'
import { type Figures, inParallel, Series } from './measure.ts'

/** argon2 occupies a CPU core: more concurrent sign-ins would only wait */
const SIGN_IN_WIDTH = 64

type Call = (line: Connection, index: number) => Promise<Reply>

/** Lets each of `people` learners act, over `width` connections. */
async function eachOf(exam: ExamSetup, people: number, width: number, act: (line: Connection, index: number) => Promise<void>) {
  const lines = await Promise.all(Array.from({ length: Math.min(width, people) }, () => Connection.open(exam.port)))
  const indexes = Array.from({ length: people }, (_one, at) => at)
  await inParallel(indexes, lines.length, (index, worker) => act(lines[worker]!, index))
  for (const line of lines) line.close()
}

/** Makes a call and notes its time, or that it was refused. */
async function noted(series: Series, call: Promise<Reply>): Promise<Reply> {
  const began = performance.now()
  const reply = await call
  if (reply.code === 0) series.add(performance.now() - began)
  else series.error()
  return reply
}

/** Makes one call for each of `people` learners, over `width` connections. */
async function callForEach(exam: ExamSetup, people: number, width: number, call: Call): Promise<Figures> {
  const series = new Series()
  await eachOf(exam, people, width, async (line, at) => void (await noted(series, call(line, at))))
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

/** Two calls per learner, one after the other as the page makes them: one creates the paper, one reads it. */
export async function openPapers(exam: ExamSetup, tokens: string[], width: number) {
  const candidates: Candidate[] = []
  const [create, detail] = [new Series(), new Series()]
  await eachOf(exam, tokens.length, width, async (line, at) => {
    const token = tokens[at] ?? ''
    const created = await noted(create, line.post('/api/paper/paper/create-paper', JSON.stringify({ examId: exam.examId }), token))
    const paperId = (created.data as { id: string } | null)?.id ?? ''
    const read = await noted(detail, line.post('/api/paper/paper/paper-detail', JSON.stringify({ id: paperId }), token))
    const { session = '', groups = [] } = (read.data as Detail) ?? {}
    const questions = groups.flatMap((group) => group.quList.map((qu) => ({ quId: qu.quId, tags: qu.answerList.map((one) => one.tag) })))
    candidates[at] = { token, paperId, session, questions }
  })
  return { create: create.figures(), detail: detail.figures(), candidates }
}

export const handIn = (exam: ExamSetup, candidates: Candidate[], width: number): Promise<Figures> =>
  callForEach(exam, candidates.length, width, (line, at) => {
    const { paperId, session, token } = candidates[at]!
    return line.post('/api/paper/paper/hand-exam', JSON.stringify({ id: paperId, session }), token)
  })
