// What a dump of PlayEdu holds, in terms of this system. Its tables are those of versions 1 and 2; the open edition has no questions and exams.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { momentOf, numberOf, textOf } from '../read/dump-values.format.ts'
import { isSet } from '../read/sql-dump.format.ts'
import { emptySite, type OldCourse, type OldKind, type OldSite } from '../old-site.format.ts'

export const playeduTables = [
  'departments',
  'users',
  'user_department',
  'resource',
  'resources',
  'courses',
  'course_chapters',
  'course_hour',
  'course_attachment',
  'course_department',
  'course_department_user',
  'user_course_hour_records',
] as const
type Row = Record<string, string | null>
type Tables = ReadonlyMap<string, readonly Row[]>
type PutOf = (address: string) => ((path: string) => Promise<void>) | undefined

const DEPARTMENT = '0'
const HIDDEN_TYPES = new Set(['IMAGE'])
const ATTACHMENTS = '课程附件'
const MOST_SECONDS = 86_400

const idOf = (row: Row) => textOf(row.id)
const byOrder = (a: Row, b: Row) => numberOf(a.sort) - numberOf(b.sort) || numberOf(a.id) - numberOf(b.id)
const leave = (site: OldSite, kind: OldKind, id: string, title: string, why: string) => void site.left.push({ kind, id, title, why })
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The first user of an installation stays the same in all its dumps. */
function sourceOf(users: readonly Row[], courses: readonly Row[]): string {
  const first = (rows: readonly Row[]) => rows.toSorted((a, b) => numberOf(a.id) - numberOf(b.id))[0]
  const [user, course] = [first(users), first(courses)]
  const named = user ? `${user.email ?? ''} ${user.created_at ?? ''}` : `${course?.title ?? ''} ${course?.created_at ?? ''}`
  return `playedu:${createHash('sha256').update(named).digest('hex').slice(0, 12)}`
}

/** @param putOf copies the file of a path in the storage of the other system */
export function readPlayedu(tables: Tables, putOf: PutOf): OldSite {
  const rows = (table: (typeof playeduTables)[number]) => tables.get(table) ?? []
  const site = emptySite(sourceOf(rows('users'), rows('courses')), 'PlayEdu')
  for (const row of rows('departments').toSorted(byOrder)) {
    const parentId = textOf(row.parent_id)
    site.departs.push({ id: idOf(row), parentId: parentId === '0' ? '' : parentId, name: textOf(row.name) })
  }
  readUsers(site, rows('users'), rows('user_department'))
  const resources = [...rows('resource'), ...rows('resources')]
  readResources(site, resources, putOf)
  const hours = rows('course_hour').filter((row) => !isSet(row.deleted))
  const images = new Map(resources.map((row) => [idOf(row), textOf(row.path) || textOf(row.url)]))
  readCourses(site, rows('courses'), {
    hours,
    chapters: rows('course_chapters'),
    attachments: rows('course_attachment'),
    ranges: rangesOf(rows('course_department_user'), rows('course_department')),
    images,
  })
  readLearning(site, rows('user_course_hour_records'), hours)
  site.notes.push(
    '旧系统的密码没有带过来：新建的用户得到初始密码，首次登录须修改。邮箱是用户名。身份证号和头像没有带过来。',
    '显示的课程已发布，隐藏的是草稿；没有发送通知。学习记录按课时带来，不发积分和证书；每天的学习时长按课时最后学习的那天计。',
    '管理员、课程分类、资源分类和操作日志不迁移。课程附件是选学的课件。',
  )
  return site
}

function readUsers(site: OldSite, rows: readonly Row[], memberships: readonly Row[]) {
  const departs = Map.groupBy(memberships, (row) => textOf(row.user_id))
  let several = 0
  for (const row of rows) {
    const [id, email] = [idOf(row), textOf(row.email)]
    if (isSet(row.deleted)) {
      leave(site, 'user', id, email, '在旧系统中已删除')
      continue
    }
    const own = departs.get(id) ?? []
    if (own.length > 1) several++
    site.users.push({
      id,
      userName: email,
      realName: textOf(row.name) || email,
      mobile: '',
      email,
      departId: textOf(own[0]?.dep_id),
      role: 'learner',
      isDisabled: isSet(row.is_lock),
    })
  }
  if (several > 0) site.notes.push(`${several} 个用户在旧系统有多个部门，取第一个`)
}

function readResources(site: OldSite, rows: readonly Row[], putOf: PutOf) {
  for (const row of rows) {
    const [id, title, path] = [idOf(row), textOf(row.name), textOf(row.path) || textOf(row.url)]
    if (HIDDEN_TYPES.has(textOf(row.type).toUpperCase())) continue
    const put = putOf(path)
    if (!put) {
      leave(site, 'courseFile', id, title, `找不到文件 ${path}`)
      continue
    }
    const ending = textOf(row.extension)
    const name = basename(title).toLowerCase().endsWith(`.${ending.toLowerCase()}`) ? title : `${title}.${ending}`
    site.files.push({ id, title: title || basename(path), name, size: numberOf(row.size), put })
  }
}

type Range = { departIds: string[]; userIds: string[] }

/** The learners of each course. Version 1 has departments only. */
function rangesOf(rows: readonly Row[], departs: readonly Row[]): Map<string, Range> {
  const ranges = new Map<string, Range>()
  const of = (row: Row) => {
    const courseId = textOf(row.course_id)
    const range = ranges.get(courseId) ?? { departIds: [], userIds: [] }
    ranges.set(courseId, range)
    return range
  }
  for (const row of departs) of(row).departIds.push(textOf(row.dep_id))
  for (const row of rows) (textOf(row.type) === DEPARTMENT ? of(row).departIds : of(row).userIds).push(textOf(row.range_id))
  return ranges
}

type Parts = {
  hours: readonly Row[]
  chapters: readonly Row[]
  attachments: readonly Row[]
  ranges: ReadonlyMap<string, Range>
  images: ReadonlyMap<string, string>
}

function readCourses(site: OldSite, rows: readonly Row[], { hours, chapters, attachments, ranges, images }: Parts) {
  const hoursOf = Map.groupBy(hours, (row) => textOf(row.course_id))
  const chaptersOf = Map.groupBy(chapters, (row) => textOf(row.course_id))
  const attachmentsOf = Map.groupBy(attachments, (row) => textOf(row.course_id))
  for (const row of rows) {
    const [id, title] = [idOf(row), textOf(row.title)]
    if (textOf(row.deleted_at) !== '') {
      leave(site, 'course', id, title, '在旧系统中已删除')
      continue
    }
    const description = textOf(row.short_desc)
    const thumb = textOf(row.thumb)
    site.courses.push({
      id,
      title: title.slice(0, 100) || `课程 ${id}`,
      content: description === '' ? '' : `<p>${escaped(description)}</p>`,
      // version 1 has the address itself; negative ids are pictures of the program
      cover: images.get(thumb) ?? (thumb.includes('/') ? thumb : ''),
      price: numberOf(row.charge),
      required: isSet(row.is_required),
      isPublished: isSet(row.is_show),
      audience: ranges.get(id),
      items: itemsOf(chaptersOf.get(id) ?? [], hoursOf.get(id) ?? [], attachmentsOf.get(id) ?? []),
    })
  }
}

/** Lessons without a chapter first; a file stands once in a course. */
function itemsOf(chapters: readonly Row[], hours: readonly Row[], attachments: readonly Row[]): OldCourse['items'] {
  const order = new Map(chapters.toSorted(byOrder).map((row, at) => [idOf(row), { at, name: textOf(row.name) }]))
  const place = (row: Row) => order.get(textOf(row.chapter_id))?.at ?? -1
  const lessons = hours
    .toSorted((a, b) => place(a) - place(b) || byOrder(a, b))
    .map((row) => ({ fileId: textOf(row.rid), section: order.get(textOf(row.chapter_id))?.name ?? '', required: true }))
  const beside = attachments.toSorted(byOrder).map((row) => ({ fileId: textOf(row.rid), section: ATTACHMENTS, required: false }))
  const all = [...lessons, ...beside]
  return all.filter((one, at) => all.findIndex((other) => other.fileId === one.fileId) === at)
}

function readLearning(site: OldSite, rows: readonly Row[], hours: readonly Row[]) {
  const fileOf = new Map(hours.map((row) => [idOf(row), textOf(row.rid)]))
  for (const row of rows) {
    const [id, courseId, userId] = [idOf(row), textOf(row.course_id), textOf(row.user_id)]
    const fileId = fileOf.get(textOf(row.hour_id))
    const startTime = momentOf(row.created_at)
    const isFinished = isSet(row.is_finished)
    const lastTime = momentOf(row.updated_at) ?? momentOf(row.finished_at) ?? startTime
    if (fileId === undefined || !startTime || !lastTime) {
      leave(site, 'learn', id, `学员 ${userId}，课程 ${courseId}`, fileId === undefined ? '它的课时已删除' : '没有时间')
      continue
    }
    const [total, reached] = [numberOf(row.total_duration), numberOf(row.finished_duration)]
    site.learns.push({
      id,
      courseId,
      fileId,
      userId,
      seconds: Math.min(Math.max(isFinished ? Math.max(total, reached) : reached, 0), MOST_SECONDS),
      percent: total > 0 ? (100 * reached) / total : 0,
      finishTime: isFinished ? (momentOf(row.finished_at) ?? lastTime) : null,
      startTime,
      lastTime,
    })
  }
}
