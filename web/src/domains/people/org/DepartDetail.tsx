// One department: number of members, name and place, and its actions.
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { depart, type DepartNode } from '@shuyuan/contract/people/org/depart.ts'
import { Alert, Button, Flex } from 'antd'
import { Can } from '../../../kernel/access/Can.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { t } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { Figures } from '../../../kernel/piece/Figures.tsx'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { ParentSelect } from '../../../kernel/tree/ParentSelect.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { type Move, stepOf } from '../../../kernel/tree/tree.ts'
import { LeaderField } from './LeaderField.tsx'
import styles from '../../../kernel/tree/tree-page.module.css'

const Field = fieldOf(depart.save)

type DepartDetailProps = {
  id: string
  rows: readonly DepartNode[]
  dirtyRef: { current: () => boolean }
  onAdd: () => void
  onMove: (move: Move) => void
  onRemoved: () => void
}

const lists = [depart.tree, depart['tree-select'], depart.detail]

export function DepartDetail({ id, rows, dirtyRef, onAdd, onMove, onRemoved }: DepartDetailProps) {
  const { data, error, refetch } = useCall(depart.detail, { id })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={4} />
  const editable = data.editable && can(['sys:depart:update'])
  return (
    <>
      <div className={styles.treeHead}>
        <h2 className={styles.treeSame}>{data.deptName}</h2>
        <Actions one={data} rows={rows} onAdd={onAdd} onMove={onMove} onRemoved={onRemoved} />
      </div>
      <Facts one={data} />
      {!data.editable && <Alert type="info" showIcon title={t('只能管理本部门及下级部门')} style={{ marginBlockEnd: 16 }} />}
      <SchemaForm
        // a move by drag passes another parent as the initial value
        key={`${data.parentId} ${data.deptName} ${data.leaderId}`}
        of={depart.save}
        initial={data}
        done={t('操作成功！')}
        refresh={lists}
        dirtyRef={dirtyRef}
        submitText="保存"
      >
        <Field name="deptName" disabled={!editable} />
        <Field name="parentId" required>
          <ParentSelect rows={rows} titleOf={nameOf} self={id} top={t('顶级')} disabled={!editable} />
        </Field>
        <Field name="leaderId" extra={t('负责人在学员端的“我的团队”查看和提醒本部门及下级部门的人员')}>
          <LeaderField name={data.leaderName} disabled={!editable} />
        </Field>
        <Field name="deptCode" disabled extra={t('用户和考试按编码引用部门，所以不能修改')} />
      </SchemaForm>
    </>
  )
}

const nameOf = (row: DepartNode) => row.deptName

type Detail = Data<typeof depart.detail>

function Facts({ one }: { one: Detail }) {
  const members = `/admin/user/list?deptCode=${encodeURIComponent(one.deptCode)}`
  const to = can(['sys:user:list']) ? members : undefined
  return (
    <div style={{ marginBlockEnd: 16 }}>
      <Figures
        items={[
          { label: t('下级部门'), value: one.childCount },
          { label: t('本部门人数'), value: one.userCount },
          { label: t('含下级人数'), value: one.branchUserCount, to },
        ]}
      />
    </div>
  )
}

type ActionsProps = Pick<DepartDetailProps, 'rows' | 'onAdd' | 'onMove' | 'onRemoved'> & { one: Detail }

function Actions({ one, rows, onAdd, onMove, onRemoved }: ActionsProps) {
  const remove = useRemove(depart.delete, [depart.tree, depart['tree-select']])
  const step = (by: -1 | 1) => stepOf(rows, one.id, by)
  const go = (by: -1 | 1) => {
    const move = step(by)
    if (move) onMove(move)
  }
  if (!one.editable) return null
  return (
    <Flex wrap gap="small">
      <Can permit="sys:depart:add">
        <Button icon={<PlusOutlined />} onClick={onAdd}>
          {t('添加下级')}
        </Button>
      </Can>
      <Can permit="sys:depart:update">
        <Button icon={<ArrowUpOutlined />} disabled={!step(-1)} onClick={() => go(-1)} aria-label={t('上移')} title={t('上移')} />
        <Button icon={<ArrowDownOutlined />} disabled={!step(1)} onClick={() => go(1)} aria-label={t('下移')} title={t('下移')} />
      </Can>
      <Can permit="sys:depart:delete">
        <Button
          danger
          icon={<DeleteOutlined />}
          onClick={() =>
            void remove(one.id, { name: one.deptName, effect: t('{{n}}人', { n: one.userCount }) }).then((gone) => gone && onRemoved())
          }
        >
          {t('删除')}
        </Button>
      </Can>
    </Flex>
  )
}
