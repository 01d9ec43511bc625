// Selection of a parent row in a tree: any row but the row itself and its descendants, or the top.
import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { t } from '../i18n.ts'
import { TOP, type TreeRow, without } from './tree.ts'

type Option = { value: string; title: string; children: Option[] }

type ParentSelectProps<T> = {
  rows: readonly T[]
  titleOf: (row: T) => string
  /** the row that is being moved */
  self?: string | undefined
  /** the name of the top; without it the top cannot be selected */
  top?: string
  id?: string
  value?: string
  onChange?: (id: string) => void
  disabled?: boolean
}

export function ParentSelect<T extends TreeRow>({ rows, titleOf, self, top, value, onChange, ...rest }: ParentSelectProps<T>) {
  const treeData = useMemo(() => {
    const toOptions = (nodes: readonly T[]): Option[] =>
      nodes.map((node) => ({ value: node.id, title: titleOf(node), children: toOptions(node.children as readonly T[]) }))
    const options = toOptions(without(rows, self))
    return top === undefined ? options : [{ value: TOP, title: top, children: options }]
  }, [rows, self, titleOf, top])
  return (
    <TreeSelect<string>
      {...rest}
      treeDefaultExpandedKeys={[TOP, ...(value ? [value] : [])]}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeData={treeData}
      value={value}
      placeholder={t('请选择')}
      onChange={(next) => onChange?.(next)}
      style={{ width: '100%' }}
    />
  )
}
