// Back office: groups of users.
import { PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { useRemove } from '../../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'

const Field = fieldOf(group.save)

type Row = RowOf<typeof group.paging>
const membersOf = (row: Row) => `/admin/user/group/${row.id}`

export default function GroupListPage() {
  const [edited, setEdited] = useState<Partial<Row>>()
  const remove = useRemove(group.delete, [group.paging])
  const add = (
    <Can permit="sys:group:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited({})}>
        {t('新建分组')}
      </Button>
    </Can>
  )
  const actions = (row: Row) => (
    <>
      <Link to={membersOf(row)}>{t('成员')}</Link>
      <Can permit="sys:group:update">
        <Button type="link" size="small" onClick={() => setEdited(row)}>
          {t('编辑')}
        </Button>
      </Can>
      <Can permit="sys:group:delete">
        <Button
          type="link"
          size="small"
          danger
          onClick={() => void remove(row.id, { name: row.groupName, effect: t('{{n}}人', { n: row.userCount }) })}
        >
          {t('删除')}
        </Button>
      </Can>
    </>
  )
  return (
    <>
      <ListPage
        of={group.paging}
        search={['title']}
        columns={[
          { name: 'groupName', width: 240, sortable: true, render: (row) => <Link to={membersOf(row)}>{row.groupName}</Link> },
          { name: 'userCount', width: 100 },
          { name: 'remark', width: 260, ellipsis: true },
          { name: 'createTime', width: 180, sortable: true },
        ]}
        toolbar={add}
        actionsWidth={180}
        actions={actions}
        batch={[
          {
            label: '删除',
            permit: 'sys:group:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.groupName, effect: t('{{n}}人', { n: row.userCount }) })),
              ),
          },
        ]}
        empty={{ hint: t('把不同部门的人放在一个分组里，便于一起安排考试和通知'), action: add }}
      />
      <FormDialog
        of={group.save}
        open={edited !== undefined}
        title={edited?.id ? t('编辑分组') : t('新建分组')}
        initial={edited ?? {}}
        done={t('操作成功！')}
        refresh={[group.paging, group.detail]}
        onClose={() => setEdited(undefined)}
      >
        <Field name="groupName" />
        <Field name="remark" />
      </FormDialog>
    </>
  )
}
