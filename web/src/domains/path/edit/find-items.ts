// What can stand on a learning path, found by its name among what the user may read.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { type PathItemKind, pathItemKind } from '@shuyuan/contract/path/stage.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { survey } from '@shuyuan/contract/survey/survey.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { can } from '../../../kernel/access/permission.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { tLabel } from '../../../kernel/i18n.ts'
import { type EditedItem, itemKey, newItem } from './new-stage.ts'

const MOST = 50
const lists: Record<PathItemKind, { of: Endpoint; tag: string; params: object }> = {
  course: { of: course.paging, tag: 'course:list', params: {} },
  exam: { of: exam.paging, tag: 'exam:list', params: {} },
  repo: { of: repo.paging, tag: 'repo:list', params: { isTrain: true } },
  survey: { of: survey.paging, tag: 'survey:list', params: {} },
  work: { of: courseFile.paging, tag: 'course:file:list', params: { fileType: CourseFileType.work, enabled: true } },
  room: { of: courseFile.paging, tag: 'course:file:list', params: { fileType: CourseFileType.room, enabled: true } },
}
const kinds = Object.keys(pathItemKind) as PathItemKind[]

/** The kinds whose lists the user may read, as options. */
export const offeredKinds = () =>
  kinds.filter((one) => can([lists[one].tag])).map((one) => ({ value: one, label: tLabel(pathItemKind[one]) }))

type Wanted = {
  kind: PathItemKind
  word: string
  enabled: boolean
  /** keys of what stands in the path already */ taken: ReadonlySet<string>
}

/** The things of a kind whose name has the word, without those that stand in the path. */
export function useFoundItems({ kind, word, enabled, taken }: Wanted): { items: EditedItem[]; busy: boolean } {
  const title = useDeferredValue(word.trim())
  const { of, params } = lists[kind]
  const body = { current: 1, size: MOST, params: title === '' ? params : { ...params, title } }
  const { data, isFetching, isPlaceholderData } = useCall(of, body as never, { quiet: true, enabled, placeholderData: keepPreviousData })
  const rows = (data as { records: { id: string; title: string }[] } | undefined)?.records ?? []
  const items = rows.map((row) => newItem(kind, row)).filter((one) => !taken.has(itemKey(one)))
  return { items, busy: isFetching || isPlaceholderData }
}
