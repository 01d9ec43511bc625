// Back office: paper templates, and a link that creates an exam from one.
import { PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { tmpl, tmplState, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { Badge, Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/Can.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'

type Row = RowOf<typeof tmpl.paging>
const edit = (row: Row) => `/admin/exam/tmpl/update/${row.id}`

export default function TmplListPage() {
  const navigate = useNavigate()
  const remove = useRemove(tmpl.delete, [tmpl.paging])
  const add = (
    <Can permit="tmpl:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/admin/exam/tmpl/add')}>
        {t('新建模板')}
      </Button>
    </Can>
  )
  const title = (row: Row) => (
    <Can permit="tmpl:update" fallback={row.title}>
      <Link to={edit(row)}>{row.title}</Link>
    </Can>
  )
  const actions = (row: Row) => (
    <>
      {row.state === TmplState.published && (
        <Can permit="exam:add">
          <Link to={`/admin/exam/add/${row.id}`}>{t('创建考试')}</Link>
        </Can>
      )}
      <Can permit="tmpl:update">
        <Link to={edit(row)}>{t('编辑')}</Link>
      </Can>
      <Can permit="tmpl:delete">
        <Button type="link" size="small" danger onClick={() => void remove(row.id)}>
          {t('删除')}
        </Button>
      </Can>
    </>
  )
  return (
    <ListPage
      of={tmpl.paging}
      search={['title', 'state']}
      columns={[
        { name: 'title', width: 260, sortable: true, render: title },
        {
          name: 'state',
          width: 110,
          render: (row) => <Badge status={row.state === TmplState.published ? 'success' : 'default'} text={tLabel(tmplState[row.state])} />,
        },
        { name: 'quCount', width: 90, sortable: true },
        { name: 'totalScore', width: 90, sortable: true },
        { name: 'remark', title: '备注', width: 180, ellipsis: true },
        { name: 'updateTime', width: 176, sortable: true },
      ]}
      toolbar={add}
      actionsWidth={190}
      actions={actions}
      batch={[{ label: '删除', permit: 'tmpl:delete', danger: true, onRun: (ids) => remove(ids) }]}
      empty={{ hint: t('模板规定一份试卷有哪些大题、从哪里取题、每题几分'), action: add }}
    />
  )
}
