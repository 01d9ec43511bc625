// Select for the invigilators of an exam, from the users with the right to watch exams.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { useCall } from '../../../../kernel/call/query.ts'

type Named = { id: string; userName: string; realName: string; deptName?: string }
type InvigilatorsSelectProps = {
  value?: string[]
  onChange?: (ids: string[]) => void
  id?: string
  disabled?: boolean
  /** the users named so far, possibly on no page of the list */
  named: readonly Named[]
}

const labelOf = ({ realName, userName, deptName }: Named) =>
  deptName ? `${realName}（${userName}，${deptName}）` : `${realName}（${userName}）`

export function InvigilatorsSelect({ value = [], onChange, named, ...rest }: InvigilatorsSelectProps) {
  const [word, setWord] = useState('')
  const [chosen, setChosen] = useState<readonly Named[]>([])
  const keyword = useDeferredValue(word.trim())
  const { data = [], isFetching } = useCall(exam['list-invigilators'], keyword === '' ? {} : { keyword }, {
    quiet: true,
    placeholderData: keepPreviousData as never,
  })
  const all = new Map([...named, ...chosen, ...data].map((one) => [one.id, one]))
  const listed = new Set(data.map((one) => one.id))
  const options = [...all.values()]
    .filter((one) => listed.has(one.id) || value.includes(one.id))
    .map((one) => ({ value: one.id, label: labelOf(one) }))
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      allowClear
      aria-label={t('监考人')}
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      value={value}
      placeholder={t('不指定')}
      options={options}
      onChange={(ids) => {
        setChosen(ids.flatMap((id) => all.get(id) ?? []))
        onChange?.(ids)
      }}
      style={{ width: '100%' }}
    />
  )
}
