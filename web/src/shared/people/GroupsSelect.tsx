// Select for several user groups by name. Without a tag that allows choosing them, the stored groups are shown and cannot be changed.
import { group, groupChoosers } from '@shuyuan/contract/people/user/group.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/call/query.ts'
import { can } from '../../kernel/access/permission.ts'

const LIMIT = 100
export type KnownGroup = { id: string; groupName: string }
type GroupsSelectProps = {
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
  'aria-label'?: string
  /** the names of the stored groups */
  known?: readonly KnownGroup[]
}
const none: readonly KnownGroup[] = []

export function GroupsSelect({ value = [], onChange, known = none, ...rest }: GroupsSelectProps) {
  const [word, setWord] = useState('')
  const [names, setNames] = useState(() => new Map(known.map((one) => [one.id, one.groupName])))
  const title = useDeferredValue(word.trim())
  const mayList = can(groupChoosers)
  const { data, isFetching } = useCall(
    group.paging,
    { current: 1, size: LIMIT, params: title === '' ? {} : { title } },
    { enabled: mayList, placeholderData: keepPreviousData as never },
  )
  const found = (data?.records ?? []).map((one) => ({
    value: one.id,
    label: t('{{name}}（{{n}}人）', { name: one.groupName, n: one.userCount }),
  }))
  // the chosen groups may be on a page that is not loaded
  const further = value
    .filter((one) => !found.some((row) => row.value === one))
    .map((one) => ({ value: one, label: names.get(one) ?? one }))
  const choose = (ids: string[]) => {
    setNames((before) => new Map([...before, ...found.map((one) => [one.value, one.label] as const)]))
    onChange?.(ids)
  }
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      disabled={!mayList}
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      value={value}
      placeholder={mayList ? t('请选择分组') : t('无相关权限！')}
      options={[...found, ...further]}
      onChange={choose}
      style={{ width: '100%' }}
    />
  )
}
