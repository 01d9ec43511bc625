// A select over the values of a dictionary; they are kept in this browser for five minutes (learner.md §9).
import { dic } from '@shuyuan/contract/sys/dic.ts'
import { Select } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { t } from './i18n.ts'

type Entry = { value: string; title: string }
type Kept = { at: number; entries: Entry[] }
const keepMs = 300_000
const keyOf = (dicCode: string) => `dic:${dicCode}`

function readKept(dicCode: string): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(dicCode)) ?? 'null') as Kept | null
    if (kept && Array.isArray(kept.entries) && Math.abs(Date.now() - kept.at) < keepMs) return kept
  } catch {
    // broken text: fetched anew
  }
  return undefined
}

/** The values of a dictionary: from this browser, or from the server when they are five minutes old. @throws CallFailure */
export async function loadDict(dicCode: string): Promise<Entry[]> {
  const kept = readKept(dicCode)
  if (kept) return kept.entries
  const entries = await call(dic.list, { dicCode })
  localStorage.setItem(keyOf(dicCode), JSON.stringify({ at: Date.now(), entries } satisfies Kept))
  return entries
}

/** The values of a dictionary in a component; undefined until they are there. */
export const useDict = (dicCode: string) => useQuery({ queryKey: ['dict', dicCode], queryFn: () => loadDict(dicCode), staleTime: keepMs })

type DictSelectProps = {
  dicCode: string
  id?: string
  value?: string | null
  onChange?: (value: string | undefined) => void
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
}

/** One value of the dictionary; can be searched by its title. */
export function DictSelect({ dicCode, value, onChange, placeholder, ...rest }: DictSelectProps) {
  const { data = [], isPending } = useDict(dicCode)
  return (
    <Select<string>
      {...rest}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending}
      value={value || null}
      options={data.map((one) => ({ value: one.value, label: t(one.title) }))}
      placeholder={placeholder ?? t('请选择')}
      onChange={(next: string | undefined) => onChange?.(next)}
      style={{ width: '100%', minWidth: 140 }}
    />
  )
}
