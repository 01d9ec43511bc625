// What a year of use leaves, added after the start: a demonstration answers first, and is full some seconds later.
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import { dayAgo, NIGHT_DAYS, rollUp } from '../../domains/stat/figure/rollup.service.ts'
import { countOverdue } from '../../domains/stat/dashboard/overdue.service.ts'
import { countPeople } from '../../domains/stat/team/count.service.ts'
import { type App, type Ctx, ctxOf } from '../../kernel/ctx.ts'
import type { Domain } from '../../kernel/domain.ts'
import { demoAccounts } from '../demo-people.ts'
import { isDone, person, step } from '../demo-steps.ts'
import { addDays } from './days.ts'
import { addPastExams, sitPastExams } from './exams.ts'
import { addCovers } from './covers.ts'
import { addApplications, addChanges, addCorrection, addDeleted, addPlannedMessage } from './desk.ts'
import { addFirmExams, sitFirmExams } from './firm-exams.ts'
import { addFirmPath } from './firm-path.ts'
import { addFirms, addTradeBanks } from './firms.ts'
import { addLesson, addMoney, addNotifications, addOlderCourses, addPresets, addQuestions, addReports } from './office.ts'
import { addSimilarExam, sitSimilarExam } from './similar.ts'
import { addTradeCourses } from './trade-courses.ts'
import { addRecordedExam, judgeRecordings, sitRecordedExam } from './recordings.ts'
import { addActivities, addBattles, addTrainings, playActivities } from './play.ts'

const JOB = 'demo.history'
const DAYS = 90
/** Over how many days the accounts were made. */
const YEAR = 400

/** Adds what is missing of the history, and the days that have passed since; an interrupted run is continued by the next. */
export async function addHistory(app: App): Promise<void> {
  // a demonstration of an earlier version stays as those who try it have left it
  if (!(await isDone(app, 'school'))) return
  if (!(await isDone(app, 'history'))) await addPast(app)
  await addNewDays(app)
}

async function addPast(app: App) {
  await step(app, 'history.firms', addFirms)
  await step(app, 'history.banks', addTradeBanks)
  await step(app, 'history.people', spreadPeople)
  await step(app, 'history.courses', addOlderCourses)
  await step(app, 'history.exams', addPastExams)
  await step(app, 'history.firm-exams', addFirmExams)
  await step(app, 'history.similar-exam', addSimilarExam)
  // files are printed and drawn by threads while papers are sat
  await together([addFiles(app), sitExams(app)])
  await step(app, 'history.firm-path', addFirmPath)
  await step(app, 'history.recorded', addRecordedExam)
  await sitRecordedExam(app)
  await step(app, 'history.recordings', judgeRecordings)
  await step(app, 'history.days', (ctx) => addDays(ctx, { from: dayAgo(ctx.now, DAYS), to: dayAgo(ctx.now, 0) }))
  await step(app, 'history.money', addMoney)
  await step(app, 'history.battles', addBattles)
  await step(app, 'history.activities', addActivities)
  await playActivities(app)
  await addTrainings(app)
  await step(app, 'history.questions', addQuestions)
  await step(app, 'history.reports', addReports)
  await step(app, 'history.notifications', addNotifications)
  await step(app, 'history.presets', addPresets)
  await step(app, 'history.lesson', addLesson)
  await addDesk(app)
  await countOverdue(app)
  await rollUp(app, NIGHT_DAYS)
  await countPeople(app)
  await step(app, 'history', async () => undefined)
}

/** Waits for all of them, and fails as the first of them that has failed: an ended run leaves nothing behind that goes on. */
async function together(parts: readonly Promise<void>[]) {
  const ends = await Promise.allSettled(parts)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function addFiles(app: App) {
  await addTradeCourses(app)
  await addCovers(app)
}

async function sitExams(app: App) {
  await sitPastExams(app)
  await sitFirmExams(app)
  await sitSimilarExam(app)
}

async function addDesk(app: App) {
  await step(app, 'history.applications', addApplications)
  await addCorrection(app)
  await step(app, 'history.planned', addPlannedMessage)
  await step(app, 'history.deleted', addDeleted)
  await step(app, 'history.changes', addChanges)
}

/** Accounts were made over a year, those of the staff first. */
async function spreadPeople({ db, now }: Ctx) {
  await sql`
    update sys_user set create_time = ${now}::timestamptz - make_interval(days => ${YEAR} - ((at * ${YEAR} / (total + 1))::integer))
      - interval '3 hours' + (id % 50) * interval '7 minutes'
    from (select id as user_id, row_number() over (order by role_type desc, id) as at, count(*) over () as total from sys_user
      where user_name = any(${demoAccounts}::text[])) numbered
    where numbered.user_id = sys_user.id and state <> ${UserState.pending}`.execute(db)
}

/** The days since the newest one that has entries: a demonstration that runs for weeks goes on. */
async function addNewDays(app: App) {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from sys_user_day group by day having count(*) > ${BUSY} order by day desc limit 1`.execute(
    app.db,
  )
  const [newest] = rows
  const today = dayAgo(app.clock(), 0)
  if (!newest || newest.day >= today) return
  const from = newest.day
  await app.db.transaction().execute(async (db) => addDays(ctxOf(app, { db, user: await person(db, 'admin') }), { from, to: today }))
  await rollUp(app, NIGHT_DAYS)
}
/** More people than those who try the demonstration. */
const BUSY = 5

/** Queues it; the demo school must be there. */
export function startHistory(app: App): void {
  app.jobs
    .send(app.db, JOB, {}, { singletonKey: 'start' })
    .catch((error: unknown) => app.log.warn({ err: error }, 'the history of the demonstration was not begun'))
}

/** Runs it when it is queued after a start, and every evening. */
export const demoHistory: Domain = {
  start({ app, jobs }) {
    if (app.config.demoHistory) jobs({ name: JOB, cron: '40 20 * * *', run: () => addHistory(app) })
  },
}
