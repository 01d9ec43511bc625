// Select for the teachers of a lesson in a room, from the users of the back office.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useCall } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'

type TeachersSelectProps = { id?: string; value?: string[]; onChange?: (ids: string[]) => void }

export function TeachersSelect({ value = [], onChange, ...rest }: TeachersSelectProps) {
  const [word, setWord] = useState('')
  const name = useDeferredValue(word.trim())
  const { data = [], isFetching } = useCall(
    courseRoom.teachers,
    { ids: value, ...(name === '' ? {} : { name }) },
    { quiet: true, placeholderData: keepPreviousData as never },
  )
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      allowClear
      aria-label={tLabel('讲师')}
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
