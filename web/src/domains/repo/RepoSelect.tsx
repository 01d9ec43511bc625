// Select of a question bank: offers the newest hundred, and others by a search by title (admin.md §9).
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/call/query.ts'
import styles from './chapter.module.css'

const most = 100
const freshMs = 30_000

type RepoSelectProps = {
  value?: string | null
  onChange?: (repoId: string | undefined) => void
  id?: string
  disabled?: boolean
  allowClear?: boolean
  /** only banks that may be used for exams */
  forExam?: boolean
  status?: 'error' | '' | undefined
  placeholder?: string
  'aria-label'?: string
}

/** The title of a bank, also of one that is not among the offered banks; undefined while it is loading. */
export function useRepoTitle(repoId: string | undefined): string | undefined {
  const { data } = useCall(repo.detail, { id: repoId ?? '' }, { enabled: repoId !== undefined, staleTime: freshMs, quiet: true })
  return data?.title
}

type Option = { value: string; label: string; count: number | undefined }
const optionRow = ({ data }: { data: Option }) => (
  <span className={styles.repoOption}>
    <span>{data.label}</span>
    {data.count !== undefined && <small>{t('{{n}}题', { n: data.count })}</small>}
  </span>
)

export function RepoSelect({ value, onChange, placeholder, allowClear = true, forExam = false, ...rest }: RepoSelectProps) {
  const [word, setWord] = useState('')
  const title = useDeferredValue(word.trim())
  const { data, isFetching } = useCall(
    repo.paging,
    { current: 1, size: most, params: { ...(title === '' ? {} : { title }), ...(forExam ? { isExam: true } : {}) } },
    { staleTime: freshMs, placeholderData: keepPreviousData as never },
  )
  const listed = data?.records ?? []
  const chosen = value || undefined
  const missing = chosen !== undefined && !listed.some((one) => one.id === chosen)
  const ownTitle = useRepoTitle(missing ? chosen : undefined)
  const options = listed.map((one) => ({ value: one.id, label: one.title, count: one.quCount }))
  return (
    <Select<string, Option>
      {...rest}
      aria-label={rest['aria-label'] ?? t('题库')}
      allowClear={allowClear}
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      value={chosen ?? null}
      placeholder={placeholder ?? t('请选择题库')}
      options={missing && word === '' ? [{ value: chosen, label: ownTitle ?? '…', count: undefined }, ...options] : options}
      optionRender={optionRow}
      onChange={(next: string | undefined) => onChange?.(next)}
      style={{ width: '100%', minWidth: 140 }}
    />
  )
}
