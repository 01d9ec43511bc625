// Back office: course files that open tools of other makers, and the scores that the tools reported.
import { PlusOutlined } from '@ant-design/icons'
import { toolActivity, toolGrading, toolLink } from '@shuyuan/contract/integrate/tool.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Drawer, Dropdown, Select } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { ListPage } from '../../../shared/ListPage.tsx'

const Field = fieldOf(toolLink.save)
type Row = RowOf<typeof toolLink.paging>
type Result = RowOf<typeof toolLink.results>

const scoreText = ({ score, maximum }: Result) => (score === null ? '—' : `${score} / ${maximum ?? '—'}`)

function Results({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  return (
    <Drawer open={row !== undefined} onClose={onClose} title={row?.title} size="min(960px, 100%)">
      {row && (
        <ListPage
          of={toolLink.results}
          inUrl={false}
          fixedParams={{ fileId: row.id }}
          search={['realName']}
          columns={[
            { name: 'realName', width: 120, sortable: true },
            { name: 'userName', width: 120, hidden: true },
            { name: 'courseTitle', width: 180, ellipsis: true },
            { name: 'score', width: 110, align: 'right', sortable: true, render: scoreText },
            { name: 'activity', width: 120, render: (one) => tLabel(toolActivity[one.activity]) },
            { name: 'grading', width: 130, render: (one) => tLabel(toolGrading[one.grading]) },
            { name: 'comment', width: 180, ellipsis: true },
            { name: 'scoreTime', width: 172, sortable: true },
          ]}
          empty={{ hint: t('工具还没有报告成绩') }}
        />
      )}
    </Drawer>
  )
}

type ToolSelectProps = { value?: string; onChange?: (id: string) => void; id?: string; disabled?: boolean; now: Partial<Row> }
/** The tool of a link stays, even when it is switched off. */
function ToolSelect({ now, ...props }: ToolSelectProps) {
  const { data = [] } = useCall(toolLink.tools, {})
  const own = now.toolId !== undefined && !data.some(({ id }) => id === now.toolId) ? [{ id: now.toolId, title: now.toolTitle ?? '' }] : []
  return (
    <Select
      {...props}
      disabled={now.id !== undefined}
      aria-label={t('外部工具')}
      options={[...data, ...own].map(({ id, title }) => ({ value: id, label: title }))}
    />
  )
}

export default function ToolLinkListPage() {
  const [edited, setEdited] = useState<Partial<Row>>()
  const [shown, setShown] = useState<Row>()
  const { data: tools = [] } = useCall(toolLink.tools, {})
  const trial = useCommand(toolLink.try)
  const choice = useCommand(toolLink.choose)
  const start = async (begin: () => Promise<{ url: string }>) => {
    // in the click, because browsers stop windows that open later
    const opened = window.open('', '_blank')
    try {
      const { url } = await begin()
      if (!opened) return window.location.assign(url)
      opened.opener = null
      opened.location.replace(url)
    } catch {
      opened?.close()
    }
  }
  const choose = (
    <Can permit="course:tool:add">
      <Dropdown
        trigger={['click']}
        menu={{
          items: tools.map(({ id, title }) => ({ key: id, label: title })),
          onClick: ({ key }) => void start(() => choice.mutateAsync({ toolId: key })),
        }}
      >
        <Button disabled={tools.length === 0}>{t('从工具中选择')}</Button>
      </Dropdown>
    </Can>
  )
  const add = (
    <Can permit="course:tool:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited({})}>
        {t('新建外部工具链接')}
      </Button>
    </Can>
  )
  return (
    <>
      <ListPage
        of={toolLink.paging}
        search={['title']}
        columns={[
          { name: 'title', width: 220, ellipsis: true, sortable: true },
          { name: 'toolTitle', width: 160, ellipsis: true },
          { name: 'courses', width: 100, align: 'right' },
          { name: 'results', width: 130, align: 'right' },
          { name: 'createTime', width: 172, sortable: true },
        ]}
        toolbar={
          <>
            {add}
            {choose}
          </>
        }
        actionsWidth={180}
        actions={(row) => (
          <>
            <Button type="link" size="small" onClick={() => setShown(row)}>
              {t('成绩')}
            </Button>
            <Button type="link" size="small" onClick={() => void start(() => trial.mutateAsync({ id: row.id }))}>
              {t('试开')}
            </Button>
            <Can permit="course:tool:update">
              <Button type="link" size="small" onClick={() => setEdited(row)}>
                {t('编辑')}
              </Button>
            </Can>
          </>
        )}
        empty={{ hint: t('新建的链接在课件管理中，可以像其他课件一样放进课程'), action: add }}
      />
      <FormDialog
        of={toolLink.save}
        open={edited !== undefined}
        title={edited?.id ? t('修改外部工具链接') : t('新建外部工具链接')}
        initial={edited ?? {}}
        done={t('操作成功！')}
        refresh={[toolLink.paging]}
        onClose={() => setEdited(undefined)}
      >
        <Field name="toolId">
          <ToolSelect now={edited ?? {}} />
        </Field>
        <Field name="title" />
        <Field name="targetUrl" extra={t('工具中某一部分的地址；留空则打开工具地址')} />
        <Field name="custom" extra={t('每行一个，例如 id=5；与工具的参数同名时以这里为准')} />
      </FormDialog>
      <Results row={shown} onClose={() => setShown(undefined)} />
    </>
  )
}
