// Back office: notices: edit with the rich-text editor, show and hide.
import { PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { notice, noticeState, NoticeState } from '@shuyuan/contract/message/notice.ts'
import { Button, Flex, Form, Modal, Switch } from 'antd'
import { Suspense, useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { HtmlView } from '../../../kernel/html/HtmlView.tsx'
import { t } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall, useCommand, useFormStart } from '../../../kernel/call/query.ts'
import { can } from '../../../kernel/access/permission.ts'
import { noticeTools } from '../notice-tools.ts'

const Field = fieldOf(notice.save)

type Row = RowOf<typeof notice.paging>
const lists = [notice.paging, notice.detail]

/** Initial values of the form; empty for a new notice. */
type Edited = { id?: string; title?: string; content?: string; state?: NoticeState }

function NoticeForm({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  return (
    <FormDialog
      of={notice.save}
      open
      width={860}
      title={edited.id ? t('编辑公告') : t('新建公告')}
      initial={edited}
      done={t('公告保存成功！')}
      refresh={lists}
      onClose={onClose}
    >
      {edited.id === undefined && <DraftRow />}
      <Field name="title" />
      <Field name="content" />
      <Field name="state" />
    </FormDialog>
  )
}

/** A draft goes into the form, and is saved by its author. */
function DraftRow() {
  const form = Form.useFormInstance()
  const { NoticeDraft } = noticeTools.use()
  if (!NoticeDraft) return null
  return (
    <Suspense>
      <NoticeDraft onDraft={(draft) => form.setFieldsValue(draft)} />
    </Suspense>
  )
}

/** An edit waits until the full text is loaded. */
function NoticeEdit({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useFormStart(notice.detail, { id })
  if (data) return <NoticeForm edited={data} onClose={onClose} />
  return (
    <Modal open width={860} title={t('编辑公告')} footer={null} onCancel={onClose}>
      {error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />}
    </Modal>
  )
}

function NoticeView({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useCall(notice.detail, { id }, { quiet: true })
  return (
    <Modal open width={760} title={data?.title ?? t('公告详情')} footer={null} onCancel={onClose}>
      {error && <PageError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageLoading />}
      {data && <HtmlView html={data.content} />}
    </Modal>
  )
}

export default function NoticeListPage() {
  const { WithMakes } = noticeTools.use()
  return WithMakes ? <WithMakes>{(makes) => <Notices makes={makes} />}</WithMakes> : <Notices makes={false} />
}

function Notices({ makes }: { makes: boolean }) {
  const { MakeFrom } = noticeTools.use()
  const [source, setSource] = useState<Row>()
  const [editing, setEditing] = useState<string>()
  const [viewing, setViewing] = useState<string>()
  const remove = useRemove(notice.delete, lists)
  const setState = useCommand(notice.state, { done: t('状态修改成功!'), inTurn: 'notice.state', refresh: lists })
  const add = (
    <Can permit="sys:notice:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('')}>
        {t('新建公告')}
      </Button>
    </Can>
  )
  const state = (row: Row) => (
    <Flex gap={6} align="center">
      <Switch
        size="small"
        checked={row.state === NoticeState.shown}
        disabled={!can(['sys:notice:update'])}
        loading={setState.isPending && setState.variables?.ids.includes(row.id)}
        aria-label={t('显示“{{title}}”', { title: row.title })}
        onChange={(on) => setState.mutate({ ids: [row.id], state: on ? NoticeState.shown : NoticeState.hidden })}
      />
      {t(noticeState[row.state])}
    </Flex>
  )
  const title = (row: Row) => (
    <Button
      type="link"
      size="small"
      style={{ padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start' }}
      onClick={() => setViewing(row.id)}
    >
      {row.title}
    </Button>
  )
  const actions = (row: Row) => (
    <>
      <Can permit="sys:notice:update">
        <Button type="link" size="small" onClick={() => setEditing(row.id)}>
          {t('编辑')}
        </Button>
      </Can>
      {makes && (
        <Button type="link" size="small" onClick={() => setSource(row)}>
          {t('出题')}
        </Button>
      )}
      <Can permit="sys:notice:delete">
        <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.title })}>
          {t('删除')}
        </Button>
      </Can>
    </>
  )
  const both = (to: NoticeState) => (ids: string[]) => setState.mutateAsync({ ids, state: to })
  return (
    <>
      <ListPage
        of={notice.paging}
        search={['title', 'state']}
        columns={[
          { name: 'title', width: 260, sortable: true, render: title },
          { name: 'summary', width: 420, ellipsis: true },
          { name: 'state', width: 96, render: state },
          { name: 'createTime', width: 180, sortable: true },
          { name: 'updateTime', width: 180, sortable: true, hidden: true },
        ]}
        toolbar={add}
        actionsWidth={makes ? 190 : 130}
        actions={actions}
        batch={[
          { label: '显示', permit: 'sys:notice:update', onRun: both(NoticeState.shown) },
          { label: '隐藏', permit: 'sys:notice:update', onRun: both(NoticeState.hidden) },
          {
            label: '删除',
            permit: 'sys:notice:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title })),
              ),
          },
        ]}
        empty={{ hint: t('公告会显示给所有登录的人'), action: add }}
      />
      {editing === '' && <NoticeForm edited={{}} onClose={() => setEditing(undefined)} />}
      {editing && <NoticeEdit id={editing} onClose={() => setEditing(undefined)} />}
      {source && MakeFrom && (
        <Suspense>
          <MakeFrom source={{ noticeId: source.id }} title={source.title} onClose={() => setSource(undefined)} />
        </Suspense>
      )}
      {viewing && <NoticeView id={viewing} onClose={() => setViewing(undefined)} />}
    </>
  )
}
