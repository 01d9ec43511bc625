// Entry to an exam: the exam, the candidate's override, papers and proofs, and the reasons against starting.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import { type ErrorName, sayError } from '@shuyuan/contract/kernel/error.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { hoursText } from '@shuyuan/contract/kernel/time-ranges.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { gatheredValues } from '../../../kernel/memo/gathered.ts'
import { appPart } from '../../../kernel/part.ts'
import { applyColumn, readApply } from '../../exam/entry/approval.service.ts'
import { admits } from '../../exam/entry/audience.service.ts'
import { extraColumns } from './extra-remembered.service.ts'
import { overrideIn, overridesColumn } from '../../exam/entry/override-read.service.ts'
import { unlearntColumn, unmetColumn } from '../../exam/entry/prerequisite.service.ts'
import { passwordOf } from '../../exam/entry/password.service.ts'
import { hasBought } from '../../pay/order/order.service.ts'
import { site } from '../../site/config/config.service.ts'
import { closeIfDue } from '../attempt/clock/close.service.ts'
import { closesAt, type Applicant, isPaid } from '../attempt/entry/entry.rules.ts'
import { papersOf } from '../question/own-papers.service.ts'

type Asked = { examId: string; userId: string }

/** Exams as candidates find them before they start; those of one moment with one statement. */
async function readEntries(db: Database, asked: readonly Asked[]) {
  const user = sql<string>`asked.user_id`
  const own = papersOf(user)
  // passing a make-up exam counts as passing the exam that it replaces
  const passed = sql`(with recursive mine as (
      select e.id, e.make_up_of from exam e
      where e.id in (select p.exam_id from ${own} p where p.state = ${sql.lit(PaperState.done)} and p.passed)
      union select e.id, e.make_up_of from exam e join mine on e.id = mine.make_up_of)
    select id from mine)`
  return db
    .selectFrom(askedRows(asked).as('asked'))
    .innerJoin('exam', 'exam.id', 'asked.examId')
    .innerJoin('tmpl', 'tmpl.id', 'exam.tmplId')
    .leftJoinLateral(own.as('paper'), (join) =>
      join.onRef('paper.examId', '=', 'exam.id').on('paper.state', 'in', [sql.lit(PaperState.prepared), sql.lit(PaperState.open)]),
    )
    .select('asked.userId')
    .select(['exam.id', 'exam.title', 'exam.version', 'exam.state', 'exam.started', 'openType', 'password', 'exam.startTime', 'endTime'])
    .select(['minutes', 'exam.passScore', 'tries', 'lateMinutes', 'earliestMinutes', 'exam.markOptions', 'tmplId', 'fullScreen'])
    .select(['captureMinutes', 'tmpl.version as tmplVersion', 'quShuffle', 'optionShuffle', 'takeoverUnlock', 'exam.stepMode', 'stepBack'])
    .select(['exam.quSeconds', 'recordCamera', 'recordSound', 'recordScreen', 'recordPhone', 'recordDays'])
    .select(['exam.offline', 'openHours', 'pledge', 'needFace', 'needApply', 'price', 'costPoints'])
    .select(extraColumns(user))
    .select(['paper.id as paperId', 'paper.state as paperState', 'paper.deadlineAt', 'paper.exState', 'paper.drawnFrom'])
    .select(
      sql<number>`(select count(*)::int from ${own} p where p.exam_id = exam.id and p.state in (${sql.lit(PaperState.open)}, ${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)}))`.as(
        'used',
      ),
    )
    .select([overridesColumn(user).as('overrides'), applyColumn(user).as('apply'), unmetColumn(passed).as('unmet')])
    .select(unlearntColumn(user).as('unlearnt'))
    .execute()
}

/** The planner does not see the ids, so that the statement is planned once and not for each set of them: planning takes ten times as long. */
const askedRows = (asked: readonly Asked[]) =>
  sql<Asked>`(select pairs.* from
    (select ${asked.map((one) => one.examId)}::bigint[] as exams, ${asked.map((one) => one.userId)}::bigint[] as users offset 0) as given,
    unnest(exams, users) as pairs (exam_id, user_id))`

type EntryRow = Awaited<ReturnType<typeof readEntries>>[number]
const keyOf = ({ examId, userId }: Asked) => `${examId}/${userId}`

/** All candidates of an exam come at the same moment. */
const gatheredEntry = appPart((app) =>
  gatheredValues<string, EntryRow>(async (keys) => {
    const asked = keys.map((key) => {
      const [examId, userId] = key.split('/') as [string, string]
      return { examId, userId }
    })
    return new Map((await readEntries(app.db, asked)).map((row) => [keyOf({ examId: row.id, userId: row.userId }), row]))
  }),
)

async function readEntry({ app, db, user }: Ctx, examId: string): Promise<EntryRow> {
  // as the database spells it
  const asked = { examId: BigInt(examId).toString(), userId: user.id }
  return must(db === app.db ? await gatheredEntry(app)(keyOf(asked)) : (await readEntries(db, [asked]))[0])
}

/** Prerequisite courses do not count while the site's course module is off, because learners cannot open a course then. */
const withoutModule = async (ctx: Ctx, unlearnt: { id: string; title: string }[]) =>
  unlearnt.length === 0 || (await site(ctx)).props.moduleCourse ? unlearnt : []

/** The exam with its template, the signed-in user's override, latest paper, tries and application; one query. Fails notFound. */
export async function findEntry(ctx: Ctx, examId: string) {
  const { overrides, apply, userId: _own, ...row } = await readEntry(ctx, examId)
  const own = overrideIn(overrides, row.minutes)
  return {
    ...row,
    ...own,
    password: passwordOf(ctx.app, row),
    unlearnt: await withoutModule(ctx, row.unlearnt),
    startTime: own.ownStart ?? row.startTime,
    endTime: own.ownEnd ?? row.endTime,
    minutes: row.minutes + own.ownMinutes,
    tries: own.ownTries ?? row.tries,
    needFace: row.needFace && !own.noFace,
    apply: readApply(apply),
  }
}
export type Entry = Awaited<ReturnType<typeof findEntry>>

/** Facts about the signed-in user before a password or a face token is checked. */
export async function applicantOf(ctx: Ctx, entry: Entry): Promise<Applicant> {
  const { apply } = entry
  const counts = apply !== null && !apply.auditUsed
  return {
    inScope: await admits(ctx, entry),
    used: entry.used,
    bought: isPaid(entry) && (await hasBought(ctx.db, ctx.user.id, 'exam', entry.id)),
    unmet: entry.unmet,
    unlearnt: entry.unlearnt.map((one) => one.title),
    application:
      counts && apply.auditState === AuditState.approved
        ? 'approved'
        : counts && apply.auditState === AuditState.waiting
          ? 'waiting'
          : undefined,
  }
}

const named = (titles: readonly string[]) => titles.map((title) => `《${title}》`).join('、')

/** The message of a refusal; the hours, and exams and courses that are required first, are named. */
export function messageOf(name: ErrorName, { unmet, unlearnt, openHours }: Pick<Entry, 'unmet' | 'unlearnt' | 'openHours'>): Message {
  if (name === 'examHours') return say('examHoursOf', { hours: hoursText(openHours) })
  if (name === 'examPrerequisite') return say('examPrerequisiteOf', { titles: named(unmet) })
  if (name === 'examCourse') return say('examCourseOf', { titles: named(unlearnt.map((one) => one.title)) })
  return sayError(name as 'notFound')
}

/** The id of the open paper; null if there is none or if its time is over, in which case the paper is closed. */
export async function openPaperOf(app: App, { paperId, paperState, deadlineAt, exState }: Entry): Promise<string | null> {
  if (paperId === null || paperState !== PaperState.open) return null
  if (app.clock().getTime() <= closesAt({ deadlineAt: deadlineAt!, exState: exState! })) return paperId
  await closeIfDue(app, paperId)
  return null
}
