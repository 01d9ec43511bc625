// Chooses a notice as the material.
import type { MaterialSource } from '@shuyuan/contract/assist/questions/questions.ts'
import { notice } from '@shuyuan/contract/message/notice.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'

const MOST = 50

export function NoticeSource({ onSource }: { onSource: (source: MaterialSource | undefined) => void }) {
  const [word, setWord] = useState('')
  const title = useDeferredValue(word.trim())
  const body = { current: 1, size: MOST, params: title === '' ? {} : { title } }
  const { data, isFetching } = useCall(notice.paging, body, { quiet: true, placeholderData: keepPreviousData as never })
  return (
    <Select
      aria-label={t('选择公告')}
      placeholder={t('选择公告')}
      allowClear
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      options={(data?.records ?? []).map((row) => ({ value: row.id, label: row.title }))}
      onChange={(id?: string) => onSource(id === undefined ? undefined : { noticeId: id })}
    />
  )
}
