// Selects for the values of a dictionary: a list, a list searched on the server, a tree.
import { type DicNode, dic } from '@shuyuan/contract/site/setting/dic.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select, TreeSelect } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { call } from '../../kernel/call/api.ts'
import { cacheMs, LONG, useDictStart, useDictTree } from './dict.ts'
import { t, tLabel } from '../../kernel/i18n.ts'

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
  /** values that are not offered */
  without?: readonly string[]
}
const nothing: readonly string[] = []

const shape = { width: '100%', minWidth: 140 }

/** The server's matches for the word that was typed last. */
function useFound(dicCode: string, word: string, enabled: boolean) {
  const title = useDeferredValue(word.trim())
  return useQuery({
    queryKey: ['dict', dicCode, 'search', title],
    queryFn: () => call(dic.list, { dicCode, limit: LONG, ...(title ? { title } : {}) }),
    staleTime: cacheMs,
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** The chosen value with its title, which the matches may lack. */
function useChosen(dicCode: string, value: string | undefined) {
  return useQuery({
    queryKey: ['dict', dicCode, 'value', value],
    queryFn: () => call(dic.list, { dicCode, value: value ?? '', limit: 1 }),
    staleTime: cacheMs,
    enabled: value !== undefined,
  }).data?.[0]
}

/** One value of the dictionary, searched by title: on the server where the dictionary has more than a hundred. */
export function DictSelect({ dicCode, value, onChange, placeholder, without = nothing, ...rest }: DictSelectProps) {
  const [word, setWord] = useState('')
  const start = useDictStart(dicCode)
  const isLong = (start.data?.length ?? 0) > LONG
  const found = useFound(dicCode, word, isLong)
  const { data = [], isPending } = isLong ? found : start
  const isMissing = isLong && !found.isPending && !!value && !data.some((one) => one.value === value)
  const chosen = useChosen(dicCode, isMissing ? value : undefined)
  const offered = chosen ? [...data, chosen] : data
  return (
    <Select<string>
      {...rest}
      allowClear
      showSearch={isLong ? { filterOption: false, onSearch: setWord } : { optionFilterProp: 'label' }}
      loading={isPending}
      value={value || null}
      options={offered.filter((one) => !without.includes(one.value)).map((one) => ({ value: one.value, label: tLabel(one.title) }))}
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
export function DictTreeSelect({ dicCode, value, onChange, placeholder, ...rest }: Omit<DictSelectProps, 'without'>) {
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
