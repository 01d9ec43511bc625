// Back office: surveys with their window, state and number of answers.
import { PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { survey, surveyPhase, SurveyState, surveyState } from '@shuyuan/contract/survey/survey.ts'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { MoreMenu, phaseColour, WindowCell } from '../../../kernel/list/cells.tsx'
import { useBinRemove } from '../../../shared/list/useBinRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { SurveyPublishDialog } from '../SurveyPublishDialog.tsx'

type Row = RowOf<typeof survey.paging>
const list = '/admin/operate/survey'
const stateColour = { [SurveyState.draft]: 'default', [SurveyState.open]: 'success', [SurveyState.closed]: 'warning' } as const

export default function SurveyListPage() {
  const navigate = useNavigate()
  const [published, setPublished] = useState<Row>()
  const remove = useBinRemove('survey', survey.delete, [survey.paging])
  const setState = useCommand(survey.state, { done: t('状态修改成功!'), inTurn: 'survey.state', refresh: [survey.paging] })
  const add = (
    <Can permit="survey:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(`${list}/add`)}>
        {tLabel('新建问卷')}
      </Button>
    </Can>
  )
  const menuOf = (row: Row) => [
    ...(can(['survey:update']) && row.state === SurveyState.open
      ? [{ key: 'stop', label: t('停止填写'), onClick: () => setState.mutate({ ids: [row.id], state: SurveyState.closed }) }]
      : []),
    ...(can(['survey:update']) && row.state === SurveyState.closed
      ? [{ key: 'open', label: t('继续填写'), onClick: () => setState.mutate({ ids: [row.id], state: SurveyState.open }) }]
      : []),
    ...(can(['survey:add']) ? [{ key: 'copy', label: t('复制'), onClick: () => void navigate(`${list}/add?from=${row.id}`) }] : []),
    ...(can(['survey:delete']) ? [{ key: 'delete', danger: true, label: t('删除'), onClick: () => void remove(row.id, named(row)) }] : []),
  ]
  return (
    <>
      <ListPage
        of={survey.paging}
        search={['title', 'state', 'phase']}
        columns={[
          {
            name: 'title',
            width: 280,
            sortable: true,
            render: (row) => <Name row={row} />,
          },
          { name: 'state', width: 96, render: (row) => <Tag color={stateColour[row.state]}>{tLabel(surveyState[row.state])}</Tag> },
          { name: 'phase', width: 96, render: (row) => <Tag color={phaseColour[row.phase]}>{tLabel(surveyPhase[row.phase])}</Tag> },
          { name: 'anonymous', width: 100, render: (row) => (row.anonymous ? t('匿名') : t('实名')) },
          { name: 'startTime', title: '填写时间', width: 148, sortable: true, render: WindowCell },
          { name: 'answers', width: 100, sortable: true },
          { name: 'createBy_dictText', width: 110 },
          { name: 'createTime', width: 180, sortable: true, hidden: true },
        ]}
        toolbar={add}
        actionsWidth={190}
        actions={(row) => (
          <>
            {row.state === SurveyState.draft && can(['survey:update']) && (
              <Button type="link" size="small" onClick={() => setPublished(row)}>
                {t('发布')}
              </Button>
            )}
            {row.state !== SurveyState.draft && can(['survey:result']) && <Link to={`${list}/result/${row.id}`}>{t('结果')}</Link>}
            {can(['survey:update']) && <Link to={`${list}/update/${row.id}`}>{t('编辑')}</Link>}
            <MoreMenu title={row.title} items={menuOf(row)} />
          </>
        )}
        batch={[{ label: '删除', permit: 'survey:delete', danger: true, onRun: (ids, rows) => remove(ids, rows.map(named)) }]}
        empty={{ hint: t('了解学员的感受和需要：匿名或实名，手机上就能填写'), action: add }}
      />
      {published && <SurveyPublishDialog target={published} onClose={() => setPublished(undefined)} />}
    </>
  )
}

/** A draft has no answers yet: its name opens the editor. */
function Name({ row: { id, state, title } }: { row: Row }) {
  if (state === SurveyState.draft && can(['survey:update'])) return <Link to={`${list}/update/${id}`}>{title}</Link>
  return can(['survey:result']) ? <Link to={`${list}/result/${id}`}>{title}</Link> : <span>{title}</span>
}

const named = (row: Row) => ({ name: row.title, effect: row.answers > 0 ? t('{{n}} 份答案', { n: row.answers }) : undefined })
