// Course files in browser tests: uploads, courses of them, and the journey through those that play by themselves.
import { file } from '@shuyuan/contract/common/file.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { ScormStatus } from '@shuyuan/contract/course/scorm/scorm.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { type EnginePage, until } from '../scripts/engines/engine.ts'
import { makePackage } from '../server/test/scorm-package.ts'
import { type PackageStyle, packageStyles } from '../server/test/scorm-styles.ts'
import { signIn } from './fixtures.ts'
import type { Site } from './server.ts'

const SECONDS = 60

/** Uploads a course file as a teacher, and waits until the server has read or converted it. @returns its id */
export async function uploadLesson(
  site: Site,
  title: string,
  { ending, type, bytes }: { ending: string; type: string; bytes: Uint8Array },
) {
  const { token, call } = await signIn(site, 'teacher')
  const form = new FormData()
  form.set('scene', 'course')
  form.set('file', new Blob([Uint8Array.from(bytes)], { type }), `${title}.${ending}`)
  const sent = await fetch(site.url + file.upload.path, { method: 'POST', headers: { token }, body: form })
  const { data } = (await sent.json()) as { data: { url: string } }
  const { id } = await call(courseFile.save, { title, catId: '', fileUrl: data.url })
  await until(`${title} is ready`, SECONDS, async () => {
    const [one] = await call(courseFile['fetch-state'], { ids: [id] })
    if (one?.state === CourseFileState.failed) throw new Error(`${title}: ${one.error}`)
    return one?.state === CourseFileState.ready || undefined
  })
  return id
}

/** Uploads a package as a teacher, and waits until it is unpacked. @returns the id of the file */
export const uploadPackage = (site: Site, title: string, bytes: Uint8Array): Promise<string> =>
  uploadLesson(site, title, { ending: 'zip', type: 'application/zip', bytes })

/** A course for everybody; `minSec`: the least time of each file. @returns its id */
export async function makeCourseOf(site: Site, title: string, fileIds: string[], minSec = 0): Promise<string> {
  const { call } = await signIn(site, 'teacher')
  const files = fileIds.map((fileId) => ({ fileId, chapter: '', required: true, minSec }))
  const rules = { required: false, startTime: null, endTime: null, videoDrag: true, dragFinished: false, sequential: false }
  return (await call(course.save, { ...rules, title, openType: OpenType.all, deptCodes: [], groupIds: [], userIds: [], files })).id
}

/**
 * Plays packages of every style to their end, in the browser of an engine.
 * @param isApart whether the site has a second host name
 * @param pick the styles to play
 * @returns what went wrong, with the title of the style, and how many were played
 */
export async function playStyles(
  site: Site,
  page: Pick<EnginePage, 'goto' | 'run'>,
  { isApart, userName = 'learner31', pick = () => true }: { isApart: boolean; userName?: string; pick?: (style: PackageStyle) => boolean },
): Promise<{ problems: string[]; played: number }> {
  const styles = packageStyles.filter((style) => (isApart || !style.isApart) && pick(style))
  const fileIds = []
  for (const { title, given } of styles) fileIds.push(await uploadPackage(site, title, makePackage(given)))
  const courseId = await makeCourseOf(site, `课件 ${userName}`, fileIds)
  const [{ token }, { call }] = [await signIn(site, userName), await signIn(site, 'teacher')]
  await page.goto(`${site.url}/login`)
  await page.run(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  const resultOf = async (fileId: string) => {
    const { records } = await call(statCourse['user-paging'], { size: 50, params: { courseId } })
    return records.find((one) => one.userName === userName)?.files[fileId]
  }
  const problems = []
  for (const [at, { title, parts = 1 }] of styles.entries()) {
    const fileId = fileIds[at]!
    const visit = () => page.goto(`${site.url}/web/course/view/${courseId}/${fileId}`)
    // another page ends the package, and an empty one costs nothing
    const leave = () => page.goto('about:blank')
    const reach = (what: string, isReached: (result: Awaited<ReturnType<typeof resultOf>>) => boolean) =>
      until(`${title}: ${what}`, SECONDS, async () => isReached(await resultOf(fileId)) || undefined)
    try {
      await visit()
      if (parts === 1) {
        await reach('begins', (result) => (result?.score ?? 0) >= 5)
        await leave()
        await reach('keeps what it stored', (result) => result?.outcome === ScormStatus.incomplete && result.score === 10)
        await visit()
      }
      for (let part = 1; part < parts; part++) {
        await reach('part', (result) => (result?.process ?? 0) >= Math.floor((part * 100) / parts))
        await page.run(`document.querySelector('[data-part="package"] button').click()`)
      }
      await reach('finishes', (result) => result?.finished === true && (parts > 1 || result.score === 90))
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
    await leave()
  }
  return { problems, played: styles.length - problems.length }
}
