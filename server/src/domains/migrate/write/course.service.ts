// Courses of another system, with their sections and files.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { MOST_ITEMS, MOST_SECTIONS } from '@shuyuan/contract/course/catalog/course-parts.ts'
import { CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { saveCourseItems, saveSection } from '../../course/catalog/build.service.ts'
import { saveCourse, setCourseState } from '../../course/catalog/course.service.ts'
import type { OldCourse, OldSite } from '../old-site.format.ts'
import { addressesIn, bringFiles, withAddresses } from './file.service.ts'
import { digestOf, type Run, whyOf } from './run.service.ts'

const TITLE = 100
/** The most letters of the title of a section. */
export const SECTION_TITLE = TITLE

/** A file or an assignment by its id in the other system; undefined for one that was not brought. */
export const itemIdOf = (run: Run, oldId: string): string | undefined => run.idOf('courseFile', oldId) ?? run.idOf('work', oldId)

/** @param files ids in the other system of the files that are here */
export async function bringCourses(run: Run, site: OldSite, files: ReadonlySet<string>): Promise<void> {
  for (const course of run.fresh('course', site.courses, (row) => row.title)) {
    const addresses = await bringFiles(run, site, [...addressesIn(course.content), ...(course.cover === '' ? [] : [course.cover])])
    try {
      await run.portion((ctx) => bringCourse(run, ctx, course, { files, addresses }))
    } catch (error) {
      run.note('course', course.id, course.title, 'refused', whyOf(error).zh)
    }
  }
}

type Known = { files: ReadonlySet<string>; addresses: ReadonlyMap<string, string> }

async function bringCourse(run: Run, ctx: Ctx, course: OldCourse, { files, addresses }: Known): Promise<void> {
  const { audience, lostPeople } = await audienceOf(run, ctx, course)
  const { id: courseId } = await saveCourse(ctx, {
    title: course.title.trim().slice(0, TITLE),
    cover: addresses.get(course.cover) ?? '',
    content: withAddresses(course.content, addresses),
    catId: '',
    required: course.required,
    startTime: null,
    endTime: null,
    price: course.price,
    costPoints: 0,
    videoDrag: true,
    dragFinished: false,
    sequential: false,
    draft: true,
    ...audience,
  })
  const wanted = course.items.filter((one) => files.has(one.fileId))
  const items = (await playable(run, ctx, wanted)).slice(0, MOST_ITEMS)
  // a rehearsal stores no files that a course could hold
  if (!run.isDry) await addItems(run, ctx, courseId, items)
  const isPublished = course.isPublished && items.some((one) => one.required)
  if (isPublished && !run.isDry) await setCourseState(ctx, { ids: [courseId], state: CourseState.enabled })
  await run.brought(ctx, 'course', [{ oldId: course.id, newId: courseId, made: true, given: digestOf(course) }])
  const notes = [
    isPublished ? '' : '草稿：核对章节和课件后发布',
    items.length < course.items.length ? `少了 ${course.items.length - items.length} 个课件：没有迁移，或转码失败` : '',
    lostPeople > 0 ? `${lostPeople} 个学员或部门没有迁移，不在范围里` : '',
  ]
  run.note('course', course.id, course.title, 'made', notes.filter((one) => one !== '').join('；'))
}

/** Without the files that could not be converted meanwhile: a server that runs begins at once. */
async function playable(run: Run, { db }: Ctx, items: OldCourse['items']): Promise<OldCourse['items']> {
  const ids = items.flatMap((one) => itemIdOf(run, one.fileId) ?? [])
  const rows = await db.selectFrom('courseFile').where(among('id', ids)).where('state', '=', CourseFileState.failed).select('id').execute()
  const failed = new Set(rows.map((row) => row.id))
  return items.filter((one) => !failed.has(itemIdOf(run, one.fileId) ?? ''))
}

/** The learners of a course; departments or users, because a course has one kind. */
async function audienceOf(run: Run, { db }: Ctx, { audience }: OldCourse) {
  const none = { deptCodes: [] as string[], groupIds: [] as string[], userIds: [] as string[] }
  if (!audience) return { audience: { openType: OpenType.all, ...none }, lostPeople: 0 }
  const departs = audience.departIds.flatMap((one) => run.idOf('depart', one) ?? [])
  const found = departs.length === 0 ? [] : await db.selectFrom('sysDepart').where(among('id', departs)).select('deptCode').execute()
  const deptCodes = found.map((row) => row.deptCode)
  const people = audience.userIds.flatMap((one) => run.idOf('user', one) ?? [])
  if (audience.userIds.length === 0 && deptCodes.length > 0)
    return { audience: { openType: OpenType.departs, ...none, deptCodes }, lostPeople: audience.departIds.length - deptCodes.length }
  const below =
    deptCodes.length === 0
      ? []
      : await db
          .selectFrom('sysUser')
          .where((eb) => eb.or(deptCodes.map((code) => eb('deptCode', 'like', `${code}%`))))
          .select('id')
          .execute()
  const userIds = [...new Set([...people, ...below.map((row) => row.id)])]
  const lostPeople = audience.userIds.length - people.length + audience.departIds.length - deptCodes.length
  return { audience: { openType: OpenType.persons, ...none, userIds }, lostPeople }
}

/** Section by section, as the builder of a course does; files that follow each other with the same title are one section. */
async function addItems(run: Run, ctx: Ctx, courseId: string, items: OldCourse['items']): Promise<void> {
  let version = 1
  let sectionId: string | null = null
  let title = ''
  let sections = 0
  const placed: { fileId: string; required: boolean; sectionId: string | null; openTime?: Date }[] = []
  for (const { fileId, section, required, openTime } of items) {
    if (section !== title && section !== '' && sections < MOST_SECTIONS) {
      const saved = await saveSection(ctx, { courseId, version, title: section.slice(0, SECTION_TITLE) })
      version = saved.version
      sectionId = saved.id
      sections++
    }
    title = section
    placed.push({ fileId: itemIdOf(run, fileId) ?? '', required, sectionId, ...(openTime && { openTime }) })
  }
  if (placed.length > 0) await saveCourseItems(ctx, { courseId, version, items: placed })
}
