// Selects for the values of a dictionary: a list, a list searched on the server, a tree.
import { type DicNode, dic } from '@shuyuan/contract/sys/setting/dic.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select, TreeSelect } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { call } from '../kernel/call/api.ts'
import { cacheMs, useDict, useDictTree } from './dict.ts'
import { t, tLabel } from '../kernel/i18n.ts'

type Shared = {
  dicCode: string
  id?: string
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
}
type DictSelectProps = Shared & {
  value?: string | null
  onChange?: (value: string | undefined) => void
  /** the server searches: for dictionaries with too many values to fetch */
  remote?: boolean
  /** values that are not offered */
  without?: readonly string[]
}
const nothing: readonly string[] = []

const shape = { width: '100%', minWidth: 140 }
const MOST = 100

/** The server's matches for the word that was typed last. */
function useFound(dicCode: string, word: string, enabled: boolean) {
  const title = useDeferredValue(word.trim())
  return useQuery({
    queryKey: ['dict', dicCode, 'search', title],
    queryFn: () => call(dic.list, { dicCode, limit: MOST, ...(title ? { title } : {}) }),
    staleTime: cacheMs,
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** One value of the dictionary; searchable by title. */
export function DictSelect({ dicCode, value, onChange, placeholder, remote = false, without = nothing, ...rest }: DictSelectProps) {
  const [word, setWord] = useState('')
  const whole = useDict(dicCode, !remote)
  const found = useFound(dicCode, word, remote)
  const { data = [], isPending } = remote ? found : whole
  return (
    <Select<string>
      {...rest}
      allowClear
      showSearch={remote ? { filterOption: false, onSearch: setWord } : { optionFilterProp: 'label' }}
      loading={isPending}
      value={value || null}
      options={data.filter((one) => !without.includes(one.value)).map((one) => ({ value: one.value, label: tLabel(one.title) }))}
      placeholder={placeholder ?? t('请选择')}
      onChange={(next: string | undefined) => onChange?.(next)}
      style={shape}
    />
  )
}

type Node = { value: string; title: string; children: Node[] }
const toNodes = (nodes: readonly DicNode[]): Node[] =>
  nodes.map((node) => ({ value: node.value, title: tLabel(node.title), children: toNodes(node.children) }))

/** One value of a hierarchical dictionary. */
export function DictTreeSelect({ dicCode, value, onChange, placeholder, ...rest }: Omit<DictSelectProps, 'remote' | 'without'>) {
  const { data, isPending } = useDictTree(dicCode)
  const treeData = useMemo(() => toNodes(data ?? []), [data])
  return (
    <TreeSelect<string | undefined>
      {...rest}
      allowClear
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={isPending}
      treeData={treeData}
      value={value || undefined}
      placeholder={placeholder ?? t('请选择')}
      onChange={(next) => onChange?.(next)}
      style={shape}
    />
  )
}
