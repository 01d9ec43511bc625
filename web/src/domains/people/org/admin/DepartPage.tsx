// Back office: the department tree with drag and drop, and the chosen department beside it.
import { PlusOutlined } from '@ant-design/icons'
import { depart, type DepartNode } from '@shuyuan/contract/people/org/depart.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Grid, Typography } from 'antd'
import { useRef, useState } from 'react'
import { Can } from '../../../../kernel/access/Can.tsx'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { EditableTree } from '../../../../kernel/tree/EditableTree.tsx'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { ParentSelect } from '../../../../kernel/tree/ParentSelect.tsx'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { type Move, moved, rowIn, TOP } from '../../../../kernel/tree/tree.ts'
import { DepartDetail } from '../DepartDetail.tsx'
import { LeaderField } from '../LeaderField.tsx'
import styles from '../../../../kernel/tree/tree-page.module.css'

const Field = fieldOf(depart.save)

const nameOf = (row: DepartNode) => row.deptName
/** The name of a department with its leader. */
const drawn = (row: DepartNode) => (
  <>
    {row.deptName} {row.leaderName ? <Typography.Text type="secondary">{row.leaderName}</Typography.Text> : null}
  </>
)
const lists = [depart.tree, depart['tree-select'], depart.detail]

/** Moves a department optimistically; reverts the move if the server refuses it. */
function useMove() {
  const client = useQueryClient()
  const sort = useCommand(depart.sort, { done: t('操作成功！'), refresh: lists })
  return (move: Move) => {
    client.setQueryData<DepartNode[]>([depart.tree.path, {}], (rows) => rows && moved(rows, move))
    sort.mutate(move, { onError: () => void client.invalidateQueries({ queryKey: [depart.tree.path] }) })
  }
}

export default function DepartPage() {
  const { data, error, refetch } = useCall(depart.tree, {})
  const [chosen, setChosen] = useState<string>()
  const [parent, setParent] = useState<string>()
  const dirty = useRef(() => false)
  const confirm = useConfirm()
  const wide = Grid.useBreakpoint().md ?? true
  const move = useMove()
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={6} />
  // a wide window shows the first one until another is chosen
  const shownId = chosen ?? (wide ? data[0]?.id : undefined)
  const shown = shownId === undefined ? undefined : rowIn(data, shownId)
  const leave = async () => !dirty.current() || confirm({ content: t('内容还没有保存，确定要离开吗？') })
  const choose = async (id: string | undefined) => {
    if (!(await leave())) return
    dirty.current = () => false
    setChosen(id)
  }
  const detail = shown && (
    <DepartDetail
      key={shown.id}
      id={shown.id}
      rows={data}
      dirtyRef={dirty}
      onAdd={() => setParent(shown.id)}
      onMove={move}
      onRemoved={() => setChosen(undefined)}
    />
  )
  return (
    <div className={styles.treePage}>
      <aside aria-label={t('部门')}>
        <div className={styles.treeHead}>
          <h2>{t('部门')}</h2>
          <Can permit="sys:depart:add">
            <Button icon={<PlusOutlined />} onClick={() => setParent(data[0]?.id ?? TOP)}>
              {t('新建部门')}
            </Button>
          </Can>
        </div>
        <EditableTree
          rows={data}
          textOf={nameOf}
          draw={drawn}
          label={t('部门')}
          selected={shown?.id}
          onSelect={(row) => void choose(row.id)}
          onMove={can(['sys:depart:update']) ? move : undefined}
        />
      </aside>
      {wide ? (
        <section>{detail ?? <PageEmpty text={t('未选择部门')} hint={t('选择一个部门，查看和修改它；拖动可以调整顺序和上级。')} />}</section>
      ) : (
        <Drawer open={shown !== undefined} onClose={() => void choose(undefined)} title={shown?.deptName} size="92%" placement="bottom">
          {detail}
        </Drawer>
      )}
      <FormDialog
        of={depart.save}
        open={parent !== undefined}
        title={t('新建部门')}
        initial={{ parentId: parent }}
        done={t('操作成功！')}
        refresh={lists}
        onDone={({ id }) => setChosen(id)}
        onClose={() => setParent(undefined)}
      >
        <Field name="parentId" required>
          <ParentSelect rows={data} titleOf={nameOf} top={t('顶级')} />
        </Field>
        <Field name="deptName" />
        <Field name="leaderId">
          <LeaderField />
        </Field>
        <Field name="deptCode" extra={t('留空由系统生成；保存后不能修改')} />
      </FormDialog>
    </div>
  )
}
