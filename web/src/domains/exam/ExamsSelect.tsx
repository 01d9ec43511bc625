// Select for several exams by title, or in a dialog; offline exams are marked.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Flex, Select, Tag } from 'antd'
import { useDeferredValue, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/call/query.ts'
import { ExamPicker } from './ExamPicker.tsx'

const most = 100
type Option = { value: string; label: string; offline: boolean }
type ExamsSelectProps = {
  value?: string[]
  onChange?: (ids: string[]) => void
  id?: string
  disabled?: boolean
  /** an exam that is not offered */
  except?: string | undefined
}

const optionRow = ({ data }: { data: Option }) => (
  <span>
    {data.label} {data.offline && <Tag color="error">{t('线下考试')}</Tag>}
  </span>
)

export function ExamsSelect({ value = [], onChange, except, ...rest }: ExamsSelectProps) {
  const [word, setWord] = useState('')
  const [picking, setPicking] = useState(false)
  const title = useDeferredValue(word.trim())
  const params = { ...(title === '' ? {} : { title }), ...(except ? { excludes: [except] } : {}) }
  const { data, isFetching } = useCall(exam.paging, { current: 1, size: most, params }, { placeholderData: keepPreviousData as never })
  // the selected exams may be on a page that is not loaded
  const named = useCall(exam['list-titles'], { ids: value }, { enabled: value.length > 0, placeholderData: keepPreviousData as never })
  const options: Option[] = (data?.records ?? []).map((row) => ({ value: row.id, label: row.title, offline: row.offline }))
  for (const one of named.data ?? [])
    if (!options.some((option) => option.value === one.id)) options.push({ value: one.id, label: one.title, offline: false })
  return (
    <>
      <Flex gap="small">
        <Select<string[], Option>
          {...rest}
          mode="multiple"
          allowClear
          aria-label={t('前置考试')}
          showSearch={{ filterOption: false, onSearch: setWord }}
          loading={isFetching}
          value={value}
          placeholder={t('不限')}
          options={options}
          optionRender={optionRow}
          onChange={(ids) => onChange?.(ids)}
          style={{ flex: 1, minWidth: 0 }}
        />
        <Button disabled={rest.disabled ?? false} aria-label={t('选择考试')} onClick={() => setPicking(true)}>
          {t('选择考试')}
        </Button>
      </Flex>
      {picking && (
        <ExamPicker
          excludes={[...value, ...(except ? [except] : [])]}
          onPick={(exams) => onChange?.([...value, ...exams.map((one) => one.id)])}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
