// The first steps of a new site, each done once the site has what it makes.
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { BackupState } from '@shuyuan/contract/operation/backup.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type StepName, stepTitles } from '@shuyuan/contract/stat/total.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { builtInRole } from '../../people/role-menu/role.service.ts'

/** A site is new for so many days after its first account. */
const NEW_DAYS = 60

export type Modules = { moduleCourse: boolean; moduleExam: boolean; moduleCert: boolean }
type Step = { name: StepName; done: boolean }

/** The steps that the caller may do, in their order; none once all are done, on a site that is no longer new, and on a demonstration. */
export async function readSteps(ctx: Ctx, modules: Modules): Promise<Step[]> {
  if (ctx.app.config.demo) return []
  const allowed = allowedSteps(ctx, modules)
  if (allowed.size === 0) return []
  const since = new Date(ctx.now.getTime() - NEW_DAYS * 86_400_000)
  const plain = [builtInRole.administrator, builtInRole.learner]
  // the first administrator's entry is written with the account; it is absent on sites of earlier versions
  const { rows } = await sql<Record<StepName, boolean | null> & { isNew: boolean }>`
    select (select create_time > ${since} from sys_user order by id limit 1) as is_new,
      (select encode(sha256(convert_to(password_hash, 'UTF8')), 'hex') <> first.data->>'print'
        from sys_config first join sys_user on sys_user.id = (first.data->>'id')::bigint
        where first.key = 'firstAdmin' and sys_user.id = ${ctx.user.id}::bigint) as password,
      exists (select from sys_config where key = 'site' and data ? 'siteName') as site,
      exists (select from sys_depart where parent_id is not null) as departs,
      (select count(*) > 1 from (select from sys_user limit 2) as two) as people,
      exists (select from sys_role where id <> all(${plain}::bigint[]) and exists (select from sys_user_role where role_id = sys_role.id)) as roles,
      exists (select from sys_prop where type = 'mail' and active) as mail,
      exists (select from sys_backup where state = ${sql.lit(BackupState.good)}) as backup,
      exists (select from repo) as bank, exists (select from qu where not deleted) as questions, exists (select from tmpl) as tmpl,
      exists (select from exam where state = ${ExamState.enabled}) as exam, exists (select from course) as course,
      exists (select from cert) as cert, exists (select from paper where state = ${sql.lit(PaperState.done)}) as marking`.execute(ctx.db)
  const [row] = rows
  if (!row?.isNew) return []
  const steps = (Object.keys(stepTitles) as StepName[]).flatMap((name) => {
    const done = row[name]
    return done === null || !allowed.has(name) ? [] : [{ name, done }]
  })
  return steps.every((step) => step.done) ? [] : steps
}

function allowedSteps(ctx: Ctx, { moduleCourse, moduleExam, moduleCert }: Modules): ReadonlySet<StepName> {
  const makesExams = moduleExam && ['repo:add', 'exam:add'].every((tag) => can(ctx, tag))
  const found: Record<StepName, boolean> = {
    password: can(ctx, 'sys:config:update'),
    site: can(ctx, 'sys:config:update'),
    departs: can(ctx, 'sys:depart:add'),
    people: can(ctx, 'sys:user:add'),
    roles: can(ctx, 'sys:user:update'),
    mail: can(ctx, 'sys:prop:update'),
    backup: can(ctx, 'sys:backup'),
    bank: makesExams,
    questions: makesExams,
    tmpl: makesExams,
    exam: makesExams,
    marking: makesExams,
    course: moduleCourse && can(ctx, 'course:add'),
    cert: moduleCert && can(ctx, 'cert:add'),
  }
  return new Set((Object.keys(found) as StepName[]).filter((name) => found[name]))
}
