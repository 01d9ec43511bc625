// The events of other domains that other systems receive.
import { hookEvent, type HookEvent } from '@shuyuan/contract/integrate/hook.ts'
import type { App } from '../../kernel/ctx.ts'
import { type Happened, type ReportCtx, onHappening } from '../site/log/happening.service.ts'
import { onCourseFinished } from '../course/progress/finish.service.ts'
import { type FinishedPaper, onFinished } from '../paper/grade/finished.service.ts'
import { onScoreSettled } from '../paper/grade/shown-score.service.ts'
import { tellCourse, tellExam } from './lti/lti-grade.service.ts'
import { type Told, writeOutbox } from './outbox/outbox.service.ts'
import { among } from '../../kernel/database.ts'

const isHookEvent = (event: string): event is HookEvent => Object.hasOwn(hookEvent, event)

/** Subscribes; once, at the start of the server. */
export function reportEvents(app: App): void {
  onHappening(app, 'integrate', async (ctx, event, happened) => {
    if (isHookEvent(event)) await writeOutbox(ctx, event, async () => happened.map(toldBy[event] ?? ((one) => one)))
  })
  onFinished(app, 'integrate', async (ctx, papers) => {
    const done = papers.filter((paper) => paper.done)
    if (done.length > 0) await writeOutbox(ctx, 'paper.finished', () => finishedPapers(ctx, done))
  })
  onCourseFinished(app, 'integrate', (ctx, learnt) => writeOutbox(ctx, 'course.finished', async () => [await finishedCourse(ctx, learnt)]))
  onScoreSettled(app, 'integrate', async (ctx, settled) => {
    for (const one of settled) await tellExam(ctx, one)
  })
  onCourseFinished(app, 'integrate.lti', tellCourse)
}

const handedWork = (one: Happened): Told => ({
  ...one,
  learnt: { kind: 'assignment', id: String(one.data['workId']), title: String(one.data['title']) },
})

const finishedPath = (one: Happened): Told => ({
  ...one,
  learnt: { kind: 'path', id: String(one.data['pathId']), title: String(one.data['title']) },
})

/** A record store receives who answered; of an anonymous survey it gets nothing. */
const answeredSurvey = (one: Happened): Told =>
  one.userId === null ? one : { ...one, learnt: { kind: 'survey', id: String(one.data['surveyId']), title: String(one.data['title']) } }

const toldBy: Partial<Record<HookEvent, (one: Happened) => Told>> = {
  'survey.answered': answeredSurvey,
  'assignment.handed': handedWork,
  'path.finished': finishedPath,
}

async function finishedPapers({ db }: Pick<ReportCtx, 'db'>, papers: readonly FinishedPaper[]): Promise<Told[]> {
  const ids = papers.map((paper) => paper.id)
  const rows = await db.selectFrom('paper').where(among('id', ids)).select(['id', 'totalScore', 'markedTotal', 'finishTime']).execute()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return papers.map((paper) => toldOf(paper, rowOf.get(paper.id)))
}

type Totals = { totalScore: number; markedTotal: number | null; finishTime: Date | null }

function toldOf({ id, examId, userId, title, passed, score, first }: FinishedPaper, row: Totals | undefined): Told {
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
