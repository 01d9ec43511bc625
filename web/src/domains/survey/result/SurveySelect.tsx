// Chooses a survey to compare with.
import { survey } from '@shuyuan/contract/survey/survey.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import styles from './result.module.css'

const MOST = 50
type SurveySelectProps = { value: string; /** the survey of the page */ without: string; onChange: (id: string) => void }

export function SurveySelect({ value, without, onChange }: SurveySelectProps) {
  const [word, setWord] = useState('')
  const title = useDeferredValue(word.trim())
  const body = { current: 1, size: MOST, params: title === '' ? {} : { title } }
  const { data, isFetching } = useCall(survey.paging, body, { quiet: true, placeholderData: keepPreviousData as never })
  const options = (data?.records ?? []).filter((row) => row.id !== without).map((row) => ({ value: row.id, label: row.title }))
  return (
    <Select
      className={styles.pick}
      aria-label={t('对比问卷')}
      placeholder={t('对比问卷')}
      allowClear
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      options={options}
      {...(value === '' ? {} : { value })}
      onChange={(next?: string) => onChange(next ?? '')}
    />
  )
}
