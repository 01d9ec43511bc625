// Back office: message templates with the variables of their event.
import { PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { notifyChannels, type NotifyEvent } from '@shuyuan/contract/notify/event.ts'
import { notifyTmpl, tmplState, NotifyTmplState } from '@shuyuan/contract/notify/tmpl.ts'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { useFormValue } from '../../../kernel/form/form-context.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { listed, t, tLabel } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { ChannelSelect } from '../ChannelSelect.tsx'
import { VariableBar } from '../VariableBar.tsx'

const Field = fieldOf(notifyTmpl.save)

type Row = RowOf<typeof notifyTmpl.paging>
const lists = [notifyTmpl.paging, notifyTmpl.detail]

function Fields() {
  const event = useFormValue<NotifyEvent>('event') ?? 'custom'
  return (
    <>
      <Field name="event" />
      <Field name="title" />
      <Field name="content" extra={t('短信只发送内容，不含标题')} />
      <VariableBar event={event} field="content" />
      <Field name="channels">
        <ChannelSelect />
      </Field>
      <Field name="smsTemplate" extra={t('短信服务商审核通过的模板编号，变量按内容中的顺序传入')} />
      <Field name="state" />
    </>
  )
}

export default function NotifyTmplListPage() {
  const [edited, setEdited] = useState<Partial<Row>>()
  const remove = useRemove(notifyTmpl.delete, lists)
  const add = (
    <Can permit="notify:tmpl:add">
      <Button
        type="primary"
        icon={<PlusOutlined />}
        onClick={() => setEdited({ event: 'custom', channels: ['msg'], state: NotifyTmplState.enabled })}
      >
        {t('新建消息模板')}
      </Button>
    </Can>
  )
  const actions = (row: Row) => (
    <>
      <Can permit="notify:tmpl:update">
        <Button type="link" size="small" onClick={() => setEdited(row)}>
          {t('编辑')}
        </Button>
      </Can>
      <Can permit="notify:tmpl:delete">
        <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.title })}>
          {t('删除')}
        </Button>
      </Can>
    </>
  )
  return (
    <>
      <ListPage
        of={notifyTmpl.paging}
        search={['title', 'event', 'state']}
        columns={[
          { name: 'title', width: 220, sortable: true },
          { name: 'event', width: 110 },
          { name: 'content', width: 320, ellipsis: true },
          { name: 'channels', width: 150, render: (row) => listed(row.channels.map((one) => tLabel(notifyChannels[one]))) },
          {
            name: 'state',
            width: 84,
            render: (row) => <Tag color={row.state === NotifyTmplState.enabled ? 'success' : 'default'}>{t(tmplState[row.state])}</Tag>,
          },
          { name: 'updateTime', width: 180, sortable: true },
        ]}
        toolbar={add}
        actionsWidth={130}
        actions={actions}
        batch={[
          {
            label: '删除',
            permit: 'notify:tmpl:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title })),
              ),
          },
        ]}
        empty={{ hint: t('发送通知时可以选用模板，变量会换成每个人自己的内容'), action: add }}
      />
      <FormDialog
        of={notifyTmpl.save}
        open={edited !== undefined}
        width={640}
        title={edited?.id ? t('编辑消息模板') : t('新建消息模板')}
        initial={edited ?? {}}
        done={t('消息模板保存成功！')}
        refresh={lists}
        onClose={() => setEdited(undefined)}
      >
        <Fields />
      </FormDialog>
    </>
  )
}
