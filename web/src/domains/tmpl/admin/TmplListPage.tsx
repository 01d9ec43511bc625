// Back office: paper templates, and a link that creates an exam from one.
import { PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { tmpl, tmplState, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { Button, Tag } from 'antd'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useBinRemove } from '../../../shared/list/useBinRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'

type Row = RowOf<typeof tmpl.paging>
const edit = (row: Row) => `/admin/exam/tmpl/update/${row.id}`

export default function TmplListPage() {
  const navigate = useNavigate()
  const remove = useBinRemove('tmpl', tmpl.delete, [tmpl.paging])
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
      <Can permit="qu:list">
        <Link to={`/admin/exam/tmpl/preview/${row.id}`}>{t('预览')}</Link>
      </Can>
      <Can permit="tmpl:update">
        <Link to={edit(row)}>{t('编辑')}</Link>
      </Can>
      <Can permit="tmpl:delete">
        <Button
          type="link"
          size="small"
          danger
          onClick={() => void remove(row.id, { name: row.title, effect: t('{{n}} 题', { n: row.quCount }) })}
        >
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
          render: (row) => <Tag color={row.state === TmplState.published ? 'success' : 'default'}>{tLabel(tmplState[row.state])}</Tag>,
        },
        { name: 'quCount', width: 90, sortable: true },
        { name: 'totalScore', width: 90, sortable: true },
        { name: 'remark', title: '备注', width: 180, ellipsis: true },
        { name: 'updateTime', width: 176, sortable: true },
      ]}
      toolbar={add}
      actionsWidth={236}
      actions={actions}
      batch={[
        {
          label: '删除',
          permit: 'tmpl:delete',
          danger: true,
          onRun: (ids, rows) =>
            remove(
              ids,
              rows.map((row) => ({ name: row.title, effect: t('{{n}} 题', { n: row.quCount }) })),
            ),
        },
      ]}
      empty={{ hint: t('模板规定一份试卷有哪些大题、从哪里取题、每题几分'), action: add }}
    />
  )
}
