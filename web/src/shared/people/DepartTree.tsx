// Departments as a panel beside a list, and as a select in a form. Values are department codes.
import { depart, type DepartNode } from '@shuyuan/contract/people/org/depart.ts'
import { Input, Tree, type TreeDataNode, TreeSelect } from 'antd'
import { type Key, useMemo, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall } from '../../kernel/call/query.ts'

const freshMs = 60_000

const useDeparts = () => useCall(depart['tree-select'], {}, { staleTime: freshMs })

/** Branches with a name that contains `word`; a match keeps all its descendants. */
export function withName(nodes: readonly DepartNode[], word: string): DepartNode[] {
  return nodes.flatMap((node) => {
    if (node.deptName.includes(word)) return [node]
    const children = withName(node.children, word)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

const toTree = (nodes: readonly DepartNode[]): TreeDataNode[] =>
  nodes.map((node) => ({ key: node.deptCode, title: node.deptName, children: toTree(node.children) }))
const codesOf = (nodes: readonly DepartNode[]): string[] => nodes.flatMap((node) => [node.deptCode, ...codesOf(node.children)])

type DepartTreeProps = {
  /** the selected department; undefined: all */
  value?: string | undefined
  /** called with undefined when the selected one is clicked again */
  onChange: (deptCode: string | undefined) => void
}

/** The tree panel, with a search by name. */
export function DepartTree({ value, onChange }: DepartTreeProps) {
  const { data, error, refetch } = useDeparts()
  const [word, setWord] = useState('')
  const [folded, setFolded] = useState<Key[]>()
  const shown = useMemo(() => withName(data ?? [], word.trim()), [data, word])
  if (!data) return error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={3} />
  // by default the first level is expanded; a search expands every match
  const open = word ? codesOf(shown) : (folded ?? data.map((node) => node.deptCode))
  return (
    <>
      <Input.Search
        allowClear
        aria-label={t('搜索部门')}
        placeholder={t('搜索部门')}
        value={word}
        onChange={(event) => setWord(event.target.value)}
        style={{ marginBlockEnd: 8 }}
      />
      {shown.length === 0 ? (
        <PageEmpty />
      ) : (
        <Tree
          blockNode
          aria-label={t('部门')}
          treeData={toTree(shown)}
          expandedKeys={open}
          onExpand={setFolded}
          selectedKeys={value ? [value] : []}
          onSelect={(keys) => onChange(keys[0] === undefined ? undefined : String(keys[0]))}
        />
      )}
    </>
  )
}

type SelectNode = { value: string; title: string; children: SelectNode[] }
const toSelect = (nodes: readonly DepartNode[]): SelectNode[] =>
  nodes.map((node) => ({ value: node.deptCode, title: node.deptName, children: toSelect(node.children) }))

type Shared = { id?: string; disabled?: boolean; placeholder?: string; 'aria-label'?: string }
type DepartSelectProps = Shared & { value?: string | null; onChange?: (deptCode: string | undefined) => void }

const useSelectProps = ({ id, disabled, placeholder, ...rest }: Shared) => {
  const { data, isPending } = useDeparts()
  return {
    treeData: useMemo(() => toSelect(data ?? []), [data]),
    loading: isPending,
    placeholder: placeholder ?? t('请选择部门'),
    'aria-label': rest['aria-label'] ?? t('部门'),
    treeDefaultExpandAll: true,
    allowClear: true,
    showSearch: { treeNodeFilterProp: 'title' },
    style: { width: '100%', minWidth: 160 },
    ...(id === undefined ? {} : { id }),
    ...(disabled === undefined ? {} : { disabled }),
  }
}

/** Selects one department. */
export function DepartSelect({ value, onChange, ...shared }: DepartSelectProps) {
  const props = useSelectProps(shared)
  return <TreeSelect<string | undefined> {...props} value={value || undefined} onChange={(next) => onChange?.(next)} />
}

type DepartsSelectProps = Shared & { value?: string[]; onChange?: (deptCodes: string[]) => void }
type Ticked = { value: string; label?: unknown }

/** Selects several departments. Each is a value of its own: selecting a parent does not select its branches (the server includes them). */
export function DepartsSelect({ value = [], onChange, ...shared }: DepartsSelectProps) {
  const props = useSelectProps(shared)
  return (
    <TreeSelect<Ticked[]>
      {...props}
      treeCheckable
      treeCheckStrictly
      maxTagCount="responsive"
      value={value.map((one) => ({ value: one }))}
      onChange={(next) => onChange?.(next.map((one) => one.value))}
    />
  )
}
