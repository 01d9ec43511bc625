// Candidates that answer: every save is one call with one answer, and counts when it is acknowledged.
import { Connection } from './connection.ts'
import type { ExamSetup } from './exam-setup.ts'
import { type Figures, Series } from './measure.ts'

export type Candidate = { token: string; paperId: string; session: string; questions: { quId: string; tags: string[] }[] }
/** `paper:question` → the highest acknowledged seq */
export type Saved = Map<string, number>
type Load = { connections: number; seconds: number }

/** The saves of some candidates in rounds: every question of each, then again with the next seq. */
export function* rounds(candidates: Candidate[], first: number) {
  for (let seq = first; ; seq++) {
    const most = Math.max(...candidates.map((one) => one.questions.length))
    for (let at = 0; at < most; at++)
      for (const candidate of candidates) if (candidate.questions[at]) yield { candidate, question: candidate.questions[at]!, seq }
  }
}

function bodyOf({ paperId, session }: Candidate, quId: string, tag: string, seq: number) {
  return `{"paperId":"${paperId}","session":"${session}","quId":"${quId}","seq":${seq},"answer":{"tags":["${tag}"]}}`
}

/** @param line a connection, or a line that reconnects by itself */
export async function save(
  line: Pick<Connection, 'post'>,
  { candidate, question, seq }: { candidate: Candidate; question: Candidate['questions'][number]; seq: number },
  saved: Saved,
): Promise<boolean> {
  const tag = question.tags[seq % question.tags.length] ?? 'A'
  const reply = await line.post('/api/paper/paper/fill-answer', bodyOf(candidate, question.quId, tag, seq), candidate.token)
  if (reply.code !== 0) return false
  const key = `${candidate.paperId}:${question.quId}`
  saved.set(key, Math.max(saved.get(key) ?? 0, seq))
  return true
}

async function open(exam: ExamSetup, count: number) {
  return Promise.all(Array.from({ length: count }, () => Connection.open(exam.port)))
}

export const shareOf = (candidates: Candidate[], part: number, parts: number) => candidates.filter((_one, at) => at % parts === part)

/** Saves at a fixed rate, independent of the server's speed: the wait for a free connection counts. `until` ends it earlier. */
export async function fillPaced(
  exam: ExamSetup,
  candidates: Candidate[],
  { connections, seconds, rate, firstSeq = 1, until }: Load & { rate: number; firstSeq?: number; until?: AbortSignal },
  saved: Saved,
): Promise<Figures> {
  const lines = await open(exam, Math.min(connections, candidates.length))
  const series = new Series()
  const began = performance.now()
  const perLine = rate / lines.length / 1_000
  await Promise.all(
    lines.map(async (line, part) => {
      const source = rounds(shareOf(candidates, part, lines.length), firstSeq)
      for (let number = 0; ; number++) {
        const due = began + (number + part / lines.length) / perLine
        if (due > began + seconds * 1_000) break
        const wait = due - performance.now()
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        if (until?.aborted) break
        const next = source.next().value
        if (!next) break
        if (await save(line, next, saved)) series.add(performance.now() - due)
        else series.error()
      }
    }),
  )
  for (const line of lines) line.close()
  return series.figures()
}
