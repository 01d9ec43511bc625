// Select of a chapter of a bank.
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { Select } from 'antd'
import { t } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/call/query.ts'

const freshMs = 30_000

/** The chapters of a bank in their order; sends no request while no bank is chosen. */
export const useChapters = (repoId: string | undefined) =>
  useCall(chapter.list, { repoId: repoId ?? '' }, { enabled: repoId !== undefined && repoId !== '', staleTime: freshMs })

type Chapter = { id: string; title: string; parentId: string }

/** The title, after that of its chapter for a section. */
export const pathOf = (chapters: readonly Chapter[], { title, parentId }: Chapter): string =>
  parentId === '' ? title : `${chapters.find((one) => one.id === parentId)?.title ?? ''} / ${title}`

type ChapterSelectProps = {
  repoId: string | undefined
  /** '' for none */
  value: string
  onChange: (chapterId: string) => void
  /** label of the option '' */
  none: string
  id?: string
  disabled?: boolean
  'aria-label'?: string
}

export function ChapterSelect({ repoId, value, onChange, none, disabled = false, ...rest }: ChapterSelectProps) {
  const { data = [], isFetching } = useChapters(repoId)
  return (
    <Select<string>
      {...rest}
      aria-label={rest['aria-label'] ?? t('章节')}
      disabled={disabled || !repoId}
      loading={isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={[{ value: '', label: none }, ...data.map((one) => ({ value: one.id, label: pathOf(data, one) }))]}
      onChange={onChange}
      style={{ width: '100%', minWidth: 110 }}
    />
  )
}
