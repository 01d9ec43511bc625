// Finds a course, exam, bank, survey, assignment or lesson in a room by its name and adds it to a stage.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { type PathItemKind, pathItemKind } from '@shuyuan/contract/path/stage.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { survey } from '@shuyuan/contract/survey/survey.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { can } from '../../../kernel/access/permission.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { type EditedItem, itemKey, newItem } from './new-stage.ts'
import styles from './stages.module.css'

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

type ItemPickerProps = {
  /** names the controls: several stages have one each */
  no: number
  /** keys of what stands in the path already */
  taken: ReadonlySet<string>
  onAdd: (item: EditedItem) => void
}

export function ItemPicker({ no, taken, onAdd }: ItemPickerProps) {
  const offered = kinds.filter((one) => can([lists[one].tag]))
  const [kind, setKind] = useState<PathItemKind>(offered[0] ?? 'course')
  const [word, setWord] = useState('')
  const [open, setOpen] = useState(false)
  const title = useDeferredValue(word.trim())
  const { of, params } = lists[kind]
  const body = { current: 1, size: MOST, params: title === '' ? params : { ...params, title } }
  const { data, isFetching } = useCall(of, body as never, { quiet: true, enabled: open, placeholderData: keepPreviousData })
  const rows = (data as { records: { id: string; title: string }[] } | undefined)?.records ?? []
  const options = rows.filter((row) => !taken.has(itemKey({ kind, refId: row.id }))).map((row) => ({ value: row.id, label: row.title }))
  const add = (id: string) => {
    const row = rows.find((one) => one.id === id)
    if (row) onAdd(newItem(kind, row))
    setWord('')
  }
  return (
    <div className={styles.picker}>
      <Select
        aria-label={t('第 {{n}} 阶段：类型', { n: no })}
        value={kind}
        options={offered.map((one) => ({ value: one, label: tLabel(pathItemKind[one]) }))}
        onChange={setKind}
      />
      <Select<string>
        aria-label={t('第 {{n}} 阶段：添加内容', { n: no })}
        placeholder={t('搜索名称，选中即添加')}
        // the choice becomes a row, and the field is free for the next one
        value={null}
        showSearch={{ filterOption: false, onSearch: setWord }}
        loading={isFetching}
        options={options}
        onOpenChange={setOpen}
        onChange={add}
      />
    </div>
  )
}
