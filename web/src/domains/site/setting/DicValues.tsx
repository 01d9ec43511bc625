// The values of one dictionary as a tree: add, edit, reorder, remove.
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { dic, type DicNode } from '@shuyuan/contract/site/setting/dic.ts'
import { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { type ReactNode, useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { invalidateDicts } from '../../../shared/dict/dict-revision.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { EditableTree } from '../../../kernel/tree/EditableTree.tsx'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { ParentSelect } from '../../../kernel/tree/ParentSelect.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { can } from '../../../kernel/access/permission.ts'
import { type Move, moved, rowIn, stepOf, TOP } from '../../../kernel/tree/tree.ts'
import styles from '../../../kernel/tree/tree-page.module.css'

const Field = fieldOf(dicValue.save)

const nameOf = (row: DicNode) => `${tLabel(row.title)} ${row.value}`
const titleOf = (row: DicNode) => tLabel(row.title)
const draw = (row: DicNode) => (
  <>
    {tLabel(row.title)} <code className={styles.treeCount}>{row.value}</code>
  </>
)
const lists = [dicValue.tree, dic.tree]
type Draft = { id?: string; parentId: string; title?: string; value?: string }

function useMove(dicCode: string) {
  const client = useQueryClient()
  const sort = useCommand(dicValue.sort, { done: t('操作成功！'), refresh: [dicValue.tree], onDone: invalidateDicts })
  return (move: Move) => {
    client.setQueryData<DicNode[]>([dicValue.tree.path, { dicCode }], (rows) => rows && moved(rows, move))
    sort.mutate(move, { onError: () => void client.invalidateQueries({ queryKey: [dicValue.tree.path] }) })
  }
}

export function DicValues({ dicCode }: { dicCode: string }) {
  const { data, error, refetch } = useCall(dicValue.tree, { dicCode })
  const [chosen, setChosen] = useState<string>()
  const [draft, setDraft] = useState<Draft>()
  const move = useMove(dicCode)
  const editable = can(['sys:dic:update'])
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={5} />
  const shown = chosen === undefined ? undefined : rowIn(data, chosen)
  const add = (
    <Can permit="sys:dic:update">
      <Button icon={<PlusOutlined />} onClick={() => setDraft({ parentId: TOP })}>
        {t('添加字典值')}
      </Button>
    </Can>
  )
  return (
    <>
      <Flex wrap gap="small" className={styles.treeTools} style={{ marginBlockEnd: 12 }}>
        {add}
        {shown && editable && <ValueActions one={shown} rows={data} onEdit={setDraft} onMove={move} />}
      </Flex>
      {data.length === 0 ? (
        <PageEmpty hint={t('字典值会出现在用到这个字典的下拉框里')} action={add} />
      ) : (
        <EditableTree
          rows={data}
          textOf={nameOf}
          draw={draw}
          label={t('字典值')}
          selected={shown?.id}
          onSelect={(row) => setChosen(row.id)}
          onMove={editable ? move : undefined}
        />
      )}
      <FormDialog
        of={dicValue.save}
        open={draft !== undefined}
        title={draft?.id ? t('编辑字典值') : t('添加字典值')}
        initial={{ ...draft, dicCode }}
        done={t('操作成功！')}
        refresh={lists}
        onDone={({ id }) => {
          invalidateDicts()
          setChosen(id)
        }}
        onClose={() => setDraft(undefined)}
      >
        <Field name="title" />
        <Field name="value" extra={t('程序按它保存，同一字典内不能重复')} />
        <Field name="parentId">
          <ParentSelect rows={data} titleOf={titleOf} self={draft?.id} top={t('顶级')} />
        </Field>
      </FormDialog>
    </>
  )
}

type ValueActionsProps = { one: DicNode; rows: readonly DicNode[]; onEdit: (draft: Draft) => void; onMove: (move: Move) => void }

function ValueActions({ one, rows, onEdit, onMove }: ValueActionsProps) {
  const remove = useRemove(dicValue.delete, lists)
  const step = (by: -1 | 1, label: string, icon: ReactNode) => {
    const to = stepOf(rows, one.id, by)
    return <Button icon={icon} aria-label={label} title={label} disabled={!to} onClick={() => to && onMove(to)} />
  }
  const removeOne = async () => {
    if (await remove(one.id, { name: tLabel(one.title) })) invalidateDicts()
  }
  const { id, parentId, title, value } = one
  return (
    <>
      <Button icon={<PlusOutlined />} onClick={() => onEdit({ parentId: id })}>
        {t('添加下级')}
      </Button>
      <Button
        icon={<EditOutlined />}
        onClick={() => onEdit({ id, parentId, title, value })}
        aria-label={t('编辑{{title}}', { title: tLabel(title) })}
      >
        {t('编辑')}
      </Button>
      {step(-1, t('上移'), <ArrowUpOutlined />)}
      {step(1, t('下移'), <ArrowDownOutlined />)}
      <Button danger icon={<DeleteOutlined />} onClick={() => void removeOne()} aria-label={t('删除{{title}}', { title: tLabel(title) })}>
        {t('删除')}
      </Button>
    </>
  )
}
