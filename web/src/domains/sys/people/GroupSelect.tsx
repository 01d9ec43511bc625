// Select of groups: offers a hundred, and others by a search by name.
import { group } from '@shuyuan/contract/sys/people/group.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'

const most = 100

type GroupSelectProps = { value?: string[]; onChange?: (groupIds: string[]) => void; id?: string; disabled?: boolean }

export function GroupSelect({ value, onChange, ...rest }: GroupSelectProps) {
  const [word, setWord] = useState('')
  const title = useDeferredValue(word.trim())
  const { data, isFetching } = useCall(
    group.paging,
    { current: 1, size: most, params: title === '' ? {} : { title } },
    { placeholderData: keepPreviousData as never },
  )
  return (
    <Select<string[]>
      {...rest}
      aria-label={t('分组')}
      mode="multiple"
      allowClear
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      value={value ?? []}
      placeholder={t('请选择分组')}
      options={(data?.records ?? []).map((one) => ({
        value: one.id,
        label: t('{{name}}（{{n}}人）', { name: one.groupName, n: one.userCount }),
      }))}
      onChange={onChange}
      style={{ width: '100%' }}
    />
  )
}
