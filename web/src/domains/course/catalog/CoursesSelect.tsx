// Select of several courses by title.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { can } from '../../../kernel/access/permission.ts'

const most = 100
type Option = { value: string; label: string }
type CoursesSelectProps = {
  value?: string[]
  onChange?: (ids: string[]) => void
  id?: string
  disabled?: boolean
  /** by default 前置课程 */
  label?: string
  placeholder?: string
  most?: number
}

/** Offers courses to users with the right to list them; others see the chosen ones and can remove them. */
export function CoursesSelect({ value = [], onChange, label, placeholder, most: mostChosen, ...rest }: CoursesSelectProps) {
  const [word, setWord] = useState('')
  const title = useDeferredValue(word.trim())
  const offers = can(['course:list', 'course:stat'])
  const { data, isFetching } = useCall(
    course.paging,
    { current: 1, size: most, params: title === '' ? {} : { title } },
    { enabled: offers, placeholderData: keepPreviousData as never },
  )
  // chosen courses may be on a later page
  const named = useCall(course['list-titles'], { ids: value }, { enabled: value.length > 0, placeholderData: keepPreviousData as never })
  const options: Option[] = (data?.records ?? []).map((row) => ({ value: row.id, label: row.title }))
  for (const one of named.data ?? [])
    if (!options.some((option) => option.value === one.id)) options.push({ value: one.id, label: one.title })
  return (
    <Select<string[], Option>
      {...rest}
      mode="multiple"
      allowClear
      aria-label={label ?? t('前置课程')}
      maxTagCount="responsive"
      {...(mostChosen ? { maxCount: mostChosen } : {})}
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      value={value}
      placeholder={placeholder ?? t('不限')}
      options={options}
      {...(offers ? {} : { notFoundContent: t('无相关权限！') })}
      onChange={(ids) => onChange?.(ids)}
      style={{ width: '100%' }}
    />
  )
}
