// A sitting of the demonstration: a paper begun, answered by a person of some skill, and handed in.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { createPaper } from '../domains/paper/admission/create.service.ts'
import { handExam } from '../domains/paper/attempt/clock/close.service.ts'
import { keyColumns, storedKeys } from '../domains/paper/question/stored.service.ts'
import type { Random } from '../domains/paper/question/random.rules.ts'
import { type App, ctxOf } from '../kernel/ctx.ts'
import { Turns } from '../kernel/turns.ts'
import { demoAnswer } from './demo-answers.ts'
import { person } from './demo-steps.ts'

const MINUTE = 60_000
/** Sittings that run at the same time: while the database works on one, this process prepares the next. */
const AT_ONCE = 4

export type Sitting = {
  examId: string
  userName: string
  began: Date
  random: Random
  minutes?: number
  /** the share of right answers; drawn without it */
  skill?: number
  /** the answer to a question where it is not the person's own; undefined: it is */
  given?: (key: QuestionKey) => Answer | undefined
  /** the time until the hand-in, instead of a part of the minutes */
  seconds?: number
}

/** Sits an exam of `minutes` that the person has not handed in yet; a third to nine tenths of the time are used. */
export async function sit(app: App, { examId, userName, began, random, minutes = 60, given, skill: own, seconds }: Sitting): Promise<void> {
  const user = await person(app.db, userName)
  const been = await app.db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('userId', '=', user.id)
    .where('state', '>', PaperState.open)
    .select('id')
    .executeTakeFirst()
  if (been) return
  const during = (at: Date) => ctxOf({ ...app, clock: () => at }, { user, now: at })
  const { id } = await createPaper(during(began), { examId })
  const row = await app.db.selectFrom('paper').where('id', '=', id).select(keyColumns).executeTakeFirstOrThrow()
  const keys = await storedKeys({ app, db: app.db }, row)
  const skill = own ?? 0.45 + random() * 0.5
  const lastAnswers = keys.flatMap((key, at) => {
    const answer = given?.(key) ?? demoAnswer(key, skill, random)
    return answer ? [{ quId: key.quId, answer, seq: at + 1 }] : []
  })
  const used = seconds === undefined ? ((18 + random() * 35) / 60) * minutes * MINUTE : seconds * 1_000
  const ended = new Date(began.getTime() + used)
  await handExam(during(ended), { id, lastAnswers })
}

/** Sits all of them, a few at the same time. After a failure those that have begun are finished first. */
export async function sitAll(app: App, sittings: readonly Sitting[]): Promise<void> {
  const turns = new Turns(AT_ONCE)
  const ends = await Promise.allSettled(sittings.map((one) => turns.take(() => sit(app, one))))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
