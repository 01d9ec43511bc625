// The call that each step of the builder makes.
import { courseBuild } from '@shuyuan/contract/course/catalog/build.ts'
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { call } from '../../../../kernel/call/api.ts'
import type { Step } from './board.ts'

type Place = { courseId: string; version: number }
type Sent = { version: number; sectionId?: string; files?: Data<(typeof course)['admin/detail']>['files'] }

const quiet = { quiet: true }

/** `ids`: of the stored sections by their keys. */
export async function sendStep(step: Step, place: Place, ids: ReadonlyMap<string, string>): Promise<Sent> {
  const idOf = (key: string | null) => (key === null ? null : (ids.get(key) ?? null))
  switch (step.call) {
    case 'section-save': {
      const { key, title } = step
      const known = step.isNew ? undefined : ids.get(key)
      const { id, version } = await call(
        courseBuild['section-save'],
        { ...place, title, ...(known === undefined ? {} : { id: known }) },
        quiet,
      )
      return { version, sectionId: id }
    }
    case 'section-sort':
      return call(courseBuild['section-sort'], { ...place, ids: step.keys.map((key) => ids.get(key)!) }, quiet)
    case 'item-save': {
      const items = step.items.map(({ sectionKey, ...one }) => ({
        ...one,
        ...(sectionKey === undefined ? {} : { sectionId: idOf(sectionKey) }),
      }))
      return call(courseBuild['item-save'], { ...place, items }, quiet)
    }
    case 'item-sort':
      return call(
        courseBuild['item-sort'],
        { ...place, items: step.items.map(({ fileId, sectionKey }) => ({ fileId, sectionId: idOf(sectionKey) })) },
        quiet,
      )
    case 'item-delete':
      return call(courseBuild['item-delete'], { ...place, fileIds: step.fileIds }, quiet)
  }
}
