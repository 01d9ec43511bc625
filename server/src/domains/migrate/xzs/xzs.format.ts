// What a dump of the exam system xzs (学之思) holds, in terms of this system. Its tables are those of versions 3.x for MySQL and PostgreSQL.
import { createHash } from 'node:crypto'
import { jsonOf, momentOf, numberOf, textOf } from '../read/dump-values.format.ts'
import { isSet } from '../read/sql-dump.format.ts'
import { emptySite, type OldKind, type OldPaper, type OldResult, type OldSite, type OldUser } from '../old-site.format.ts'
import { xzsQuestion } from './xzs-question.format.ts'

export const xzsTables = ['t_user', 't_subject', 't_question', 't_text_content', 't_exam_paper', 't_exam_paper_answer'] as const
type Row = Record<string, string | null>
type Tables = ReadonlyMap<string, readonly Row[]>

const grades = ['', '一年级', '二年级', '三年级', '四年级', '五年级', '六年级', '初一', '初二', '初三', '高一', '高二', '高三']
const roles: Record<string, OldUser['role']> = { 2: 'teacher', 3: 'academic' }
const DISABLED = '2'
const WAITS = '1'
const LIMITED_TIME = '4'
/** Points are stored as tenths there. */
const TENTHS = 10

const idOf = (row: Row) => textOf(row.id)

/** The first user of an installation stays the same in all its dumps. */
function sourceOf(users: readonly Row[]): string {
  const first = users.toSorted((a, b) => numberOf(a.id) - numberOf(b.id))[0]
  const named = `${first?.user_uuid ?? ''} ${first?.user_name ?? ''} ${first?.create_time ?? ''}`
  return `xzs:${createHash('sha256').update(named).digest('hex').slice(0, 12)}`
}

export function readXzs(tables: Tables): OldSite {
  const rows = (table: (typeof xzsTables)[number]) => tables.get(table) ?? []
  const site = emptySite(sourceOf(rows('t_user')), '学之思')
  const texts = new Map(rows('t_text_content').map((row) => [idOf(row), row.content ?? '']))
  readUsers(site, rows('t_user'), levelNames(rows('t_subject')))
  readSubjects(site, rows('t_subject'))
  const points = readQuestions(site, rows('t_question'), texts)
  readPapers(site, rows('t_exam_paper'), texts, points)
  readResults(site, rows('t_exam_paper_answer'))
  site.notes.push(
    '旧系统的密码可以还原成明文，没有带过来：新建的用户得到初始密码，首次登录须修改。',
    '年级作为部门；学生是学员，教师是教师，管理员是教务（系统管理员须在本站另行指定）。',
    '同一份试卷交过几次卷的，成绩取最高的一次。作答内容、消息、操作日志和微信绑定不迁移。',
  )
  return site
}

/** The names of grades, as the installation has them at its subjects. */
const levelNames = (subjects: readonly Row[]) =>
  new Map([
    ...grades.map((name, level): [string, string] => [String(level), name]),
    ...subjects.map((row): [string, string] => [textOf(row.level), textOf(row.level_name)]).filter(([, name]) => name !== ''),
  ])

const leave = (site: OldSite, kind: OldKind, id: string, title: string, why: string) => void site.left.push({ kind, id, title, why })

function readUsers(site: OldSite, rows: readonly Row[], names: Map<string, string>) {
  const used = new Set<string>()
  for (const row of rows) {
    const userName = textOf(row.user_name)
    if (isSet(row.deleted)) {
      leave(site, 'user', idOf(row), userName, '在旧系统中已删除')
      continue
    }
    const role = roles[textOf(row.role)] ?? 'learner'
    const level = textOf(row.user_level)
    const departId = role === 'learner' && (names.get(level) ?? '') !== '' ? level : ''
    if (departId !== '') used.add(departId)
    const { phone: mobile } = row
    const realName = textOf(row.real_name) || userName
    const isDisabled = textOf(row.status) === DISABLED
    site.users.push({ id: idOf(row), userName, realName, mobile: textOf(mobile), email: '', departId, role, isDisabled })
  }
  const levels = [...used].toSorted((a, b) => Number(a) - Number(b))
  site.departs.push(...levels.map((id) => ({ id, parentId: '', name: names.get(id) ?? '' })))
}

function readSubjects(site: OldSite, rows: readonly Row[]) {
  for (const row of rows) {
    const name = textOf(row.name)
    const grade = textOf(row.level_name)
    const title = `${name}${grade === '' || name.includes(grade) ? '' : `（${grade}）`}`
    // questions of a subject that was removed are questions nevertheless
    site.banks.push({ id: idOf(row), title: title.slice(0, 90) || `学科 ${idOf(row)}`, remark: '' })
  }
}

/** @returns the points of each question, in 1/100 */
function readQuestions(site: OldSite, rows: readonly Row[], texts: Map<string, string>): Map<string, number> {
  const points = new Map<string, number>()
  const banks = new Set(site.banks.map((one) => one.id))
  for (const row of rows) {
    const id = idOf(row)
    if (isSet(row.deleted)) {
      leave(site, 'qu', id, '', '在旧系统中已删除')
      continue
    }
    const bankId = textOf(row.subject_id)
    if (!banks.has(bankId)) {
      site.banks.push({ id: bankId, title: `未知学科 ${bankId}`, remark: '' })
      banks.add(bankId)
    }
    const read = xzsQuestion(row, jsonOf(texts.get(textOf(row.info_text_content_id))))
    if ('why' in read) {
      leave(site, 'qu', id, '', read.why)
      continue
    }
    points.set(id, numberOf(row.score) * TENTHS)
    site.questions.push({ id, bankId, chapter: '', tags: [], ...read })
  }
  // banks that have nothing in them are not worth an entry
  const filled = new Set(site.questions.map((one) => one.bankId))
  for (const { id, title } of site.banks) if (!filled.has(id)) leave(site, 'repo', id, title, '没有试题')
  site.banks = site.banks.filter((one) => filled.has(one.id))
  return points
}

type Frame = { name?: unknown; questionItems?: unknown }[]
const itemsOf = (value: unknown) =>
  (Array.isArray(value) ? (value as { id?: string | number; itemOrder?: number }[]) : []).toSorted(
    (a, b) => (a.itemOrder ?? 0) - (b.itemOrder ?? 0),
  )

function readPapers(site: OldSite, rows: readonly Row[], texts: Map<string, string>, points: Map<string, number>) {
  for (const row of rows) {
    const [id, title] = [idOf(row), textOf(row.name).slice(0, 90) || `试卷 ${idOf(row)}`]
    const frame = jsonOf(texts.get(textOf(row.frame_text_content_id)))
    if (isSet(row.deleted)) leave(site, 'tmpl', id, title, '在旧系统中已删除')
    else if (!Array.isArray(frame)) leave(site, 'tmpl', id, title, '试卷内容无法读取')
    else site.papers.push({ ...paperOf(row, frame as Frame, points), id, title })
  }
}

function paperOf(row: Row, frame: Frame, points: Map<string, number>): Omit<OldPaper, 'id' | 'title'> {
  const groups = frame.map(({ name, questionItems }, at) => ({
    title: (typeof name === 'string' && name.trim() !== '' ? name.trim() : `第 ${at + 1} 部分`).slice(0, 100),
    // one that is missing here is counted where the template is made
    picks: itemsOf(questionItems).map((one) => {
      const questionId = String(one.id ?? '')
      return { questionId, points: points.get(questionId) ?? 0 }
    }),
  }))
  const isTimed = textOf(row.paper_type) === LIMITED_TIME
  return {
    groups,
    minutes: numberOf(row.suggest_time),
    passScore: 0,
    from: isTimed ? momentOf(row.limit_start_time) : null,
    until: isTimed ? momentOf(row.limit_end_time) : null,
  }
}

function readResults(site: OldSite, rows: readonly Row[]) {
  const titles = new Map(site.papers.map((one) => [one.id, one.title]))
  for (const row of rows) {
    const [id, paperId] = [idOf(row), textOf(row.exam_paper_id)]
    const title = textOf(row.paper_name) || (titles.get(paperId) ?? '')
    const handTime = momentOf(row.create_time)
    if (textOf(row.status) === WAITS) leave(site, 'paper', id, title, '在旧系统中还没有批改')
    else if (!titles.has(paperId)) leave(site, 'paper', id, title, '它的试卷没有迁移')
    else if (!handTime) leave(site, 'paper', id, title, '没有交卷时间')
    else site.results.push(resultOf(row, { id, paperId, handTime }))
  }
}

const resultOf = (row: Row, named: Pick<OldResult, 'id' | 'paperId' | 'handTime'>): OldResult => ({
  ...named,
  userId: textOf(row.create_user),
  score: numberOf(row.user_score) * TENTHS,
  total: numberOf(row.paper_score) * TENTHS,
  seconds: numberOf(row.do_time),
})
