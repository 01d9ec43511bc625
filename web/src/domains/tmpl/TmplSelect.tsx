// Select of a published template.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/call/query.ts'
import styles from '../repo/chapter.module.css'

type Row = RowOf<typeof tmpl.paging>
type Option = { value: string; label: string; row: Pick<Row, 'quCount' | 'totalScore'> | undefined }
const most = 100

type TmplSelectProps = {
  value?: string | null
  onChange?: (tmplId: string) => void
  /** title of the chosen template, in case it is no longer offered */
  title?: string
  id?: string
  disabled?: boolean
}

const optionRow = ({ data }: { data: Option }) => (
  <span className={styles.repoOption}>
    <span>{data.label}</span>
    {data.row && <small>{t('{{quCount}}题，{{score}}分', { quCount: data.row.quCount, score: data.row.totalScore })}</small>}
  </span>
)

export function TmplSelect({ value, onChange, title, ...rest }: TmplSelectProps) {
  const [word, setWord] = useState('')
  const wanted = useDeferredValue(word.trim())
  const { data, isFetching } = useCall(
    tmpl.paging,
    { current: 1, size: most, params: { state: TmplState.published, ...(wanted === '' ? {} : { title: wanted }) } },
    { placeholderData: keepPreviousData as never },
  )
  const options: Option[] = (data?.records ?? []).map((row) => ({ value: row.id, label: row.title, row }))
  const chosen = value || undefined
  if (chosen && title && !options.some((one) => one.value === chosen)) options.unshift({ value: chosen, label: title, row: undefined })
  return (
    <Select<string, Option>
      {...rest}
      aria-label={t('试卷模板')}
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      value={chosen ?? null}
      placeholder={t('请选择试卷模板')}
      options={options}
      optionRender={optionRow}
      onChange={(next) => onChange?.(next)}
      style={{ width: '100%' }}
    />
  )
}
