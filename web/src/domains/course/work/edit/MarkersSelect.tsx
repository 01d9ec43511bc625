// Select for the markers of an assignment, from the users with the right to mark.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'

type MarkersSelectProps = { id?: string; value?: string[]; onChange?: (ids: string[]) => void }

export function MarkersSelect({ value = [], onChange, ...rest }: MarkersSelectProps) {
  const [word, setWord] = useState('')
  const name = useDeferredValue(word.trim())
  const { data = [], isFetching } = useCall(
    courseWork.markers,
    { ids: value, ...(name === '' ? {} : { name }) },
    { quiet: true, placeholderData: keepPreviousData as never },
  )
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      allowClear
      aria-label={t('批改人')}
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      value={value}
      placeholder={t('不指定')}
      options={data.map((one) => ({ value: one.id, label: `${one.realName}（${one.userName}）` }))}
      onChange={(ids) => onChange?.(ids)}
      style={{ width: '100%' }}
    />
  )
}
