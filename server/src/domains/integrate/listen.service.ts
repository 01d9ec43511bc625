// The events of other domains that other systems receive.
import { hookEvent, type HookEvent } from '@shuyuan/contract/integrate/hook.ts'
import type { App } from '../../kernel/ctx.ts'
import { type ReportCtx, onHappening } from '../sys/log/happening.service.ts'
import { onCourseFinished } from '../course/progress/finish.service.ts'
import { type FinishedPaper, onFinished } from '../paper/grade/finish.service.ts'
import { onScoreSettled } from '../paper/grade/shown-score.service.ts'
import { tellCourse, tellExam } from './lti-grade.service.ts'
import { type Told, writeOutbox } from './outbox.service.ts'

const isHookEvent = (event: string): event is HookEvent => Object.hasOwn(hookEvent, event)

/** Subscribes; once, at the start of the server. */
export function tellOtherSystems(app: App): void {
  onHappening(app, 'integrate', async (ctx, event, happened) => {
    if (isHookEvent(event)) await writeOutbox(ctx, event, async () => happened)
  })
  onFinished(app, 'integrate', async (ctx, paper) => {
    if (paper.done) await writeOutbox(ctx, 'paper.finished', async () => [await finishedPaper(ctx, paper)])
  })
  onCourseFinished(app, 'integrate', (ctx, learnt) => writeOutbox(ctx, 'course.finished', async () => [await finishedCourse(ctx, learnt)]))
  onScoreSettled(app, 'integrate', tellExam)
  onCourseFinished(app, 'integrate.lti', tellCourse)
}

async function finishedPaper(
  { db }: Pick<ReportCtx, 'db'>,
  { id, examId, userId, title, passed, score, first }: FinishedPaper,
): Promise<Told> {
  const row = await db.selectFrom('paper').where('id', '=', id).select(['totalScore', 'markedTotal', 'finishTime']).executeTakeFirst()
  const totalScore = row?.markedTotal ?? row?.totalScore ?? 0
  const data = {
    paperId: id,
    examId,
    title,
    score: score / 100,
    totalScore: totalScore / 100,
    passed,
    finishTime: row?.finishTime?.toISOString() ?? null,
    // the result of a paper that was reported before
    changed: !first,
  }
  return { userId, data, learnt: { kind: 'exam', id: examId, title, score, totalScore, passed } }
}

async function finishedCourse(
  { db, now }: Pick<ReportCtx, 'db' | 'now'>,
  { courseId, userId }: { courseId: string; userId: string },
): Promise<Told> {
  const row = await db.selectFrom('course').where('id', '=', courseId).select('title').executeTakeFirst()
  const title = row?.title ?? ''
  const data = { courseId, title, finishTime: now.toISOString() }
  return { userId, data, learnt: { kind: 'course', id: courseId, title } }
}
