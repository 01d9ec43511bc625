// Back office: question reports of learners, and their handling.
import { quMark, reportKind, reportState, ReportState } from '@shuyuan/contract/qu/bank/mark.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { QuPreview } from '../QuPreview.tsx'
import styles from '../bank.module.css'
import { questionTitle } from '../../../shared/question-title.ts'

const Field = fieldOf(quMark['report-handle'])

type Row = RowOf<(typeof quMark)['report-paging']>

export default function QuReportPage() {
  const [preview, setPreview] = useState<string>()
  const [handled, setHandled] = useState<string[]>()
  const actions = (row: Row) => (
    <Can permit="qu:update">
      <Link to={`/admin/repo/qu/update/${row.quId}`} state={{ from: '/admin/repo/report' }}>
        {t('编辑试题')}
      </Link>
      {row.state === ReportState.waiting && (
        <Button type="link" size="small" onClick={() => setHandled([row.id])}>
          {t('处理')}
        </Button>
      )}
    </Can>
  )
  return (
    <>
      <ListPage
        of={quMark['report-paging']}
        search={['state']}
        columns={[
          {
            name: 'title',
            width: 260,
            render: (row) => (
              <Button type="link" className={styles.quTitle} onClick={() => setPreview(row.quId)}>
                {questionTitle(row.title)}
              </Button>
            ),
          },
          { name: 'repoId_dictText', width: 140, ellipsis: true },
          { name: 'kind', width: 100, render: (row) => tLabel(reportKind[row.kind]) },
          { name: 'content', width: 240, ellipsis: true },
          { name: 'realName', width: 100 },
          {
            name: 'state',
            width: 90,
            render: (row) => <Tag color={row.state === ReportState.waiting ? 'warning' : 'default'}>{tLabel(reportState[row.state])}</Tag>,
          },
          { name: 'reply', width: 160, ellipsis: true, hidden: true },
          { name: 'createTime', width: 176, sortable: true },
        ]}
        actionsWidth={150}
        actions={actions}
        batch={[{ label: '处理', permit: 'qu:update', onRun: async (ids) => setHandled(ids) }]}
        empty={{ hint: t('学员提交的试题纠错会出现在这里') }}
      />
      {preview && <QuPreview editableFrom="/admin/repo/report" id={preview} onClose={() => setPreview(undefined)} />}
      {handled && (
        <FormDialog
          of={quMark['report-handle']}
          open
          title={t('处理纠错')}
          initial={{ ids: handled, state: ReportState.corrected }}
          done={t('操作成功！')}
          refresh={[quMark['report-paging']]}
          onClose={() => setHandled(undefined)}
        >
          <Field name="state" />
          <Field name="reply" extra={t('会发给提交人')} />
        </FormDialog>
      )}
    </>
  )
}
