// Reads a course backup of Moodle (.mbz) of version 2.0 and later.
import { constants, copyFile, readFile } from 'node:fs/promises'
import { readMoodleQuestion } from '../../qu/import/carry.service.ts'
import { emptySite, type OldFile, type OldSite } from '../old-site.format.ts'
import { type Backup, openBackup } from '../read/mbz.service.ts'
import { type BackupFile, filesOf, idsIn, pathOf, placeOf, withFiles } from './backup-files.format.ts'
import { attribute, child, children, type Node, rootOf, textOf } from './backup-xml.format.ts'
import { exchangeXml } from './exchange-question.format.ts'
import { type Bank, bankOf, chaptersOf, withBelow } from './moodle-bank.format.ts'
import { type Activity, courseOf, type Material, sectionOf } from './moodle-course.format.ts'
import { addWorks } from './moodle-works.service.ts'
import { peopleOf } from './moodle-people.format.ts'
import { quizOf, type Known, type Stock } from './moodle-quiz.format.ts'
import { writePagePackage, writeSitePackage } from './page-package.format.ts'

const read = async (backup: Backup, name: string, root: string) => rootOf(await backup.text(name), root)

/** Files of texts are named by their content while they are on the way. */
const scheme = 'mbz:/'
const addressOf = ({ hash, name }: BackupFile) => `${scheme}${hash}/${encodeURIComponent(name)}`

/** Throws BackupBroken. `close` of the answer removes what was unpacked. */
export async function readMoodle(path: string): Promise<OldSite> {
  const backup = await openBackup(path)
  try {
    return await siteOf(backup)
  } catch (error) {
    await backup.close()
    throw error
  }
}

async function siteOf(backup: Backup): Promise<OldSite> {
  const info = child(await read(backup, 'moodle_backup.xml', 'moodle_backup'), 'information')
  const course = await read(backup, 'course/course.xml', 'course')
  const courseId = textOf(info, 'original_course_id') || attribute(course, 'id')
  const site: OldSite = {
    ...emptySite(`moodle:${textOf(info, 'original_site_identifier_hash').slice(0, 12)}:${courseId}`, 'Moodle'),
    close: backup.close,
    fileOf: fileOf(backup),
  }
  const files = filesOf(await read(backup, 'files.xml', 'files'))
  await addPeople(site, backup)
  const bank = bankOf(await read(backup, 'questions.xml', 'question_categories'))
  const activities = await activitiesOf(backup, info)
  const quizzes = await Promise.all(activities.filter((one) => one.kind === 'quiz').map((one) => withGrades(backup, one)))
  const title = (textOf(info, 'original_course_fullname').trim() || textOf(course, 'fullname').trim()).slice(0, 90) || `课程 ${courseId}`
  const known = addQuestions(site, bank, { files, bankId: courseId, title, used: usedIn(quizzes.map((one) => one.node)) })
  addQuizzes(site, quizzes, known)
  const works = await addWorks(site, { backup, activities, files, courseId: attribute(course, 'id'), addressOf })
  await addCourse(site, backup, { info, course, files, activities, works })
  addNotes(site, textOf(info, 'moodle_release'))
  return site
}

const fileOf =
  (backup: Backup): OldSite['fileOf'] =>
  (address) => {
    const [, hash, name] = /^mbz:\/([\da-f]{40})\/(.*)$/.exec(address) ?? []
    if (hash === undefined || name === undefined || !backup.names.has(placeOf({ hash }))) return undefined
    return { name: decodeURIComponent(name), read: () => readFile(backup.pathOf(placeOf({ hash }))) }
  }

async function addPeople(site: OldSite, backup: Backup): Promise<void> {
  const [users, roles, assigned] = [
    await read(backup, 'users.xml', 'users'),
    await read(backup, 'roles.xml', 'roles_definition'),
    await read(backup, 'course/roles.xml', 'roles'),
  ]
  const people = peopleOf(users, roles, assigned)
  site.departs.push(...people.departs)
  site.users.push(...people.users)
}

/** The activities of the table of contents whose files are there. */
async function activitiesOf(backup: Backup, info: Node): Promise<Activity[]> {
  const all: Activity[] = []
  for (const one of children(child(info, 'contents', 'activities'), 'activity')) {
    const kind = textOf(one, 'modulename')
    const node = await read(backup, `${textOf(one, 'directory')}/${kind}.xml`, 'activity')
    const title = textOf(node, kind, 'name').trim() || textOf(one, 'title').trim()
    all.push({ moduleId: textOf(one, 'moduleid'), sectionId: textOf(one, 'sectionid'), kind, title, node })
  }
  return all
}

type Quiz = Activity & { gradebook: Node }
const withGrades = async (backup: Backup, activity: Activity): Promise<Quiz> => ({
  ...activity,
  gradebook: await read(backup, `activities/quiz_${activity.moduleId}/grades.xml`, 'activity_gradebook'),
})

/** Questions that a slot names: one that was hidden later belongs to its quiz nevertheless. */
function usedIn(quizzes: readonly Node[]): Set<string> {
  const slots = quizzes.flatMap((one) => children(child(one, 'quiz', 'question_instances'), 'question_instance'))
  return new Set(slots.flatMap((one) => [`e${textOf(one, 'question_reference', 'questionbankentryid')}`, `q${textOf(one, 'questionid')}`]))
}

type Given = { files: readonly BackupFile[]; bankId: string; title: string; used: ReadonlySet<string> }

function addQuestions(site: OldSite, bank: Bank, { files, bankId, title, used }: Given): Known {
  const chapters = chaptersOf(bank)
  const ids = new Map<string, string[]>()
  const randomOf = new Map<string, { categoryId: string; withBelow: boolean }>()
  const stock = new Map<string, Map<number, number>>()
  const byItem = Map.groupBy(
    files.filter((one) => /^(?:question$|qtype_)/.test(one.component)),
    (one) => one.itemId,
  )
  for (const { id, categoryId, node, isHidden } of bank.questions) {
    if (textOf(node, 'qtype') === 'random') {
      randomOf.set(attribute(node, 'id'), { categoryId, withBelow: textOf(node, 'questiontext').trim() === '1' })
      continue
    }
    const name = textOf(node, 'name').trim().slice(0, 60)
    const reading: ReturnType<typeof readMoodleQuestion> =
      isHidden && !used.has(id) ? { why: '在 Moodle 中已隐藏或是草稿' } : readMoodleQuestion(exchangeXml(node, bank.byId))
    if ('why' in reading) {
      site.left.push({ kind: 'qu', id, title: name, why: reading.why })
      continue
    }
    const around = [...idsIn(node)].flatMap((one) => byItem.get(one) ?? [])
    const own = reading.questions.map((_one, at) => (reading.questions.length === 1 ? id : `${id}.${at + 1}`))
    ids.set(id, own)
    for (const [at, { quType, level, tags, body }] of reading.questions.entries()) {
      const placed = JSON.parse(withFiles(JSON.stringify(body), around, addressOf)) as typeof body
      const chapter = chapters.get(categoryId) ?? ''
      site.questions.push({ id: own[at] ?? id, bankId, chapter, quType, level, tags, body: placed, lost: reading.lost })
      const of = stock.get(categoryId) ?? new Map<number, number>()
      stock.set(categoryId, of.set(quType, (of.get(quType) ?? 0) + 1))
    }
  }
  if (site.questions.length > 0) site.banks.push({ id: bankId, title, remark: '' })
  const stockOf = (categoryId: string, isDeep: boolean): Stock[] =>
    (isDeep ? withBelow(bank, categoryId) : [categoryId]).flatMap((one) =>
      [...(stock.get(one) ?? [])].map(([quType, count]) => ({ bankId, chapter: chapters.get(one) ?? '', quType, count })),
    )
  return { idsOf: (id) => ids.get(id) ?? [], randomOf, stockOf }
}

function addQuizzes(site: OldSite, quizzes: readonly Quiz[], known: Known): void {
  const users = new Set(site.users.map((one) => one.id))
  for (const { node, gradebook, title, moduleId } of quizzes) {
    const { paper, results, lost } = quizOf(node, gradebook, known)
    if (paper.groups.length === 0) {
      site.left.push({ kind: 'tmpl', id: moduleId, title, why: '没有一道题可以迁移' })
      continue
    }
    site.papers.push(paper)
    if (lost > 0) site.notes.push(`${title}：${lost} 个题位没有对应的试题（说明文字、不支持的题型或题库不在备份里）`)
    const own = results.filter((one) => users.has(one.userId))
    site.results.push(...own)
    if (own.length < results.length) site.notes.push(`${title}：${results.length - own.length} 次答题的用户不在备份里`)
  }
}

type CourseGiven = {
  info: Node
  course: Node
  files: readonly BackupFile[]
  activities: readonly Activity[]
  works: ReadonlyMap<string, Date | null>
}

async function addCourse(site: OldSite, backup: Backup, { info, course, files, activities, works }: CourseGiven): Promise<void> {
  const sections = []
  for (const one of children(child(info, 'contents', 'sections'), 'section'))
    sections.push(sectionOf(await read(backup, `${textOf(one, 'directory')}/section.xml`, 'section')))
  if (sections.length === 0) return
  const userIds = site.users.filter((one) => one.role === 'learner').map((one) => one.id)
  const { course: made, materials, left } = courseOf({ root: course, works, sections, activities, files, addressOf, userIds })
  const has = (file: BackupFile) => backup.names.has(placeOf(file))
  const missing = new Set(
    materials.filter((one) => ('file' in one && !has(one.file)) || ('main' in one && !has(one.main))).map((one) => one.id),
  )
  for (const one of materials)
    if (missing.has(one.id)) site.left.push({ kind: 'courseFile', id: one.id, title: one.title, why: '文件不在备份里' })
  site.left.push(...left)
  site.files.push(...materials.filter((one) => !missing.has(one.id)).map((one) => oldFile(backup, one)))
  site.courses.push({ ...made, items: made.items.filter((one) => !missing.has(one.fileId)) })
}

type Part = { name: string; file: BackupFile }

function oldFile(backup: Backup, material: Material): OldFile {
  const { id, title, name } = material
  const place = (file: BackupFile) => backup.pathOf(placeOf(file))
  if ('file' in material) {
    const { file } = material
    return { id, title, name, size: file.size, put: (path) => copyFile(place(file), path, constants.COPYFILE_FICLONE) }
  }
  const there = (some: readonly Part[]) => some.filter(({ file }) => backup.names.has(placeOf(file)))
  const parts = (some: readonly Part[]) => there(some).map((one) => ({ name: one.name, read: () => readFile(place(one.file)) }))
  const sizeOf = (some: readonly Part[]) => there(some).reduce((sum, one) => sum + one.file.size, 0)
  if ('main' in material) {
    const { main, beside } = material
    const page = { name: pathOf(main), read: () => readFile(place(main)) }
    return {
      id,
      title,
      name,
      size: main.size + sizeOf(beside),
      put: (path) => writeSitePackage(path, { title, page, files: parts(beside) }),
    }
  }
  const { html, files } = material
  return { id, title, name, size: html.length + sizeOf(files), put: (path) => writePagePackage(path, { title, html, files: parts(files) }) }
}

function addNotes(site: OldSite, release: string) {
  site.notes.push(
    `Moodle ${release}。一个备份是一门课程：题库按分类分成章节，测验是试卷模板和考试草稿，课程是草稿。`,
    site.users.length > 0
      ? '密码没有带过来：新建的用户得到初始密码，首次登录须修改。课程里的教师是教师，管理者是教务，其他人是学员。'
      : '这个备份没有包含用户，因此没有用户和成绩。在 Moodle 里备份时勾选“包含选课用户”可以带上。',
    '测验的分值是各题分数之和，不是 Moodle 成绩簿的分制；及格分按比例换算。随机题按分类里各题型的数量分配抽题数。',
    '网页和图书是 SCORM 课件，打开即学完；网址写在课程介绍里。多次答题的成绩取最高的一次。',
    '作业是课程里的作业，连同每次提交、成绩和评语；没有及格分的按满分的 60%。提交的文件从迁移之日起按站点的天数保留。',
  )
}
