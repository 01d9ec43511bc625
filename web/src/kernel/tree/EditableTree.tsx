// A tree that can be edited: searched by name, one row selected, rows dragged to another place.
import { Input, Tree, type TreeDataNode, type TreeProps } from 'antd'
import { type Key, type ReactNode, useMemo, useState } from 'react'
import { t } from '../i18n.ts'
import { PageEmpty } from '../piece/PageState.tsx'
import { branchesWith, flat, type Move, moveOf, type TreeRow } from './tree.ts'
import styles from './tree-page.module.css'

const ALL_OPEN = 60
const ROOMY = { height: 560, itemHeight: 36 }

type EditableTreeProps<T> = {
  rows: readonly T[]
  /** the name that is searched and shown */
  textOf: (row: T) => string
  /** rendered instead of the name */
  draw?: (row: T) => ReactNode
  /** the plural name of the rows, for screen readers and the search field */
  label: string
  selected?: string | undefined
  onSelect: (row: T) => void
  /** allows rows to be dragged; called with the new place of a dropped row */
  onMove?: ((move: Move) => void) | undefined
}

type Drop = Parameters<NonNullable<TreeProps['onDrop']>>[0]

/** The new place of a dropped row: a line below an expanded row means the first place inside it. */
function dropOf(rows: readonly TreeRow[], { node, dragNode, dropToGap, dropPosition }: Drop): Move | undefined {
  const [id, over] = [String(dragNode.key), String(node.key)]
  if (dropToGap) return moveOf(rows, id, over, dropPosition - Number(node.pos.split('-').at(-1)) < 0 ? 'before' : 'after')
  const first = node.expanded ? node.children?.find((child) => child.key !== id) : undefined
  return first ? moveOf(rows, id, String(first.key), 'before') : moveOf(rows, id, over, 'in')
}

export function EditableTree<T extends TreeRow>({ rows, textOf, draw = textOf, label, selected, onSelect, onMove }: EditableTreeProps<T>) {
  const [word, setWord] = useState('')
  const [opened, setOpened] = useState<Key[]>()
  const searched = word.trim()
  const shown = useMemo(
    () => (searched === '' ? rows : branchesWith(rows, (row) => textOf(row).toLowerCase().includes(searched.toLowerCase()))),
    [rows, searched, textOf],
  )
  const treeData = useMemo(() => {
    const toNodes = (nodes: readonly T[]): TreeDataNode[] =>
      nodes.map((row) => ({ key: row.id, title: draw(row), children: toNodes(row.children as readonly T[]) }))
    return toNodes(shown)
  }, [draw, shown])
  const all = flat(shown)
  const usual = (all.length <= ALL_OPEN ? all : rows).map((row) => row.id)
  const byId = new Map(all.map((row) => [row.id, row]))
  return (
    <div className={styles.keptTree}>
      <Input.Search
        allowClear
        aria-label={t('搜索{{what}}', { what: label })}
        placeholder={t('搜索{{what}}', { what: label })}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      {shown.length === 0 ? (
        <PageEmpty />
      ) : (
        <Tree
          blockNode
          {...ROOMY}
          aria-label={label}
          treeData={treeData}
          expandedKeys={searched === '' ? (opened ?? usual) : all.map((row) => row.id)}
          onExpand={setOpened}
          selectedKeys={selected === undefined ? [] : [selected]}
          onSelect={(_keys, { node }) => {
            const row = byId.get(String(node.key))
            if (row) onSelect(row)
          }}
          draggable={onMove !== undefined && searched === '' ? { icon: false } : false}
          onDrop={(drop) => {
            const move = dropOf(rows, drop)
            if (move) onMove?.(move)
          }}
        />
      )}
    </div>
  )
}
