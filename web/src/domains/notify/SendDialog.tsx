// 发送通知: sends a notification about an exam or without a subject; the text comes from a template, with a preview.
import type { Body, Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { fillIn, type NotifyEvent } from '@shuyuan/contract/notify/event.ts'
import { notifyLog } from '@shuyuan/contract/notify/log.ts'
import { type Audience, notify as calls } from '@shuyuan/contract/notify/notify.ts'
import { notifyPlan } from '@shuyuan/contract/notify/plan.ts'
import type { Prepared } from '@shuyuan/contract/notify/prepared.ts'
import { notifyTmpl, NotifyTmplState } from '@shuyuan/contract/notify/tmpl.ts'
import { Alert, Modal, Select } from 'antd'
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { fieldOf } from '../../shared/form/field-of.ts'
import { call } from '../../kernel/call/api.ts'
import { useConfirm } from '../../kernel/piece/confirm.tsx'
import { useFormValue, useSetFormValue } from '../../kernel/form/form-context.ts'
import { FormDialog } from '../../kernel/form/FormDialog.tsx'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall, useFormStart } from '../../kernel/call/query.ts'
import { can } from '../../kernel/access/permission.ts'
import { useMe, useSite } from '../../shared/session/session.ts'
import { inboxCalls } from '../message/inbox.ts'
import { AudienceField } from './AudienceField.tsx'
import { ChannelSelect } from './ChannelSelect.tsx'
import { VariableBar } from './VariableBar.tsx'
import styles from './send.module.css'

const Field = fieldOf(calls.send)

type Draft = z.input<typeof Prepared>
/** The subject of the notification: its kind, its id, and the call that prepares the notification. */
export type About = { refType: NotifyEvent; id: string; prepare: Endpoint }
type Outcome = Data<typeof calls.send>

const WIDTH = 680
const LIMIT = 100
const free: Draft = { count: 0, tmpl: { id: null, title: '', content: '' }, channels: ['msg', 'sms', 'mail'], variables: {} }

function TmplPicker({ id, event, value }: { id?: string; event: NotifyEvent; value?: string }) {
  const set = useSetFormValue()
  const { data, isPending } = useCall(notifyTmpl.paging, { size: LIMIT, params: { state: NotifyTmplState.enabled } })
  const fitting = (data?.records ?? []).filter((row) => row.event === event || row.event === 'custom')
  const choose = (tmplId: string | undefined) => {
    const row = fitting.find((one) => one.id === tmplId)
    set('tmplId', tmplId)
    if (!row) return
    set('title', row.title)
    set('content', row.content)
    set('channels', row.channels)
  }
  return (
    <Select<string | undefined>
      {...(id ? { id } : {})}
      allowClear
      aria-label={t('消息模板')}
      placeholder={t('不使用模板')}
      loading={isPending}
      value={value}
      options={fitting.map((row) => ({ value: row.id, label: row.title }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={choose}
    />
  )
}

/** The text with the values of the subject; values of the recipient are shown as the current user's. */
function Preview({ variables }: { variables: Record<string, string> }) {
  const me = useMe()
  const site = useSite()
  const { realName, userName, deptCode_dictText: deptName } = me
  const values = { siteName: site?.siteName ?? '', realName, userName, deptName, ...variables }
  const [title, content] = [useFormValue<string>('title') ?? '', useFormValue<string>('content') ?? '']
  if (title === '' && content === '') return null
  return (
    <section className={styles.sendPreview} aria-label={t('预览')}>
      <small>{t('预览（以您自己为例）')}</small>
      <b>{fillIn(title, values)}</b>
      <p>{fillIn(content, values)}</p>
    </section>
  )
}

const named = (audience: Audience | undefined): audience is Audience =>
  audience !== undefined && Object.values(audience).some((one) => one === true || (Array.isArray(one) && one.length > 0))

/** How many people the chosen audience reaches now. */
function Reach({ about }: { about: About | undefined }) {
  const audience = useFormValue<Audience>('audience')
  const isNamed = named(audience)
  const { data } = useCall(
    calls.reach,
    { audience: audience ?? {}, refType: about?.refType ?? '', refId: about?.id ?? '' },
    { enabled: isNamed, quiet: true },
  )
  if (!isNamed || !data) return null
  return (
    <Alert
      type={data.people === 0 ? 'warning' : 'info'}
      showIcon
      title={t('将发送给 {{n}} 人', { n: data.people })}
      className={styles.sendReach}
    />
  )
}

function Fields({ draft, about }: { draft: Draft; about: About | undefined }) {
  const event = about?.refType ?? 'custom'
  // with notify:own alone it goes to the inboxes of the people of the thing, at once
  const all = can(['notify:send'])
  return (
    <>
      {all && (
        <Field name="audience" label="接收人" required>
          <AudienceField {...(event === 'custom' ? {} : { concerned: t('相关人员（{{n}} 人）', { n: draft.count }) })} />
        </Field>
      )}
      <Reach about={about} />
      {can(['notify:tmpl:list']) && (
        <Field name="tmplId" label="消息模板">
          <TmplPicker event={event} />
        </Field>
      )}
      <Field name="title" required />
      <Field name="content" required />
      <VariableBar event={event} field="content" />
      {all && (
        <>
          <Field name="channels">
            <ChannelSelect offered={draft.channels} />
          </Field>
          <Field name="sendAt" extra={t('留空立即发送')} />
        </>
      )}
      <Preview variables={draft.variables} />
    </>
  )
}

function report({ sent, waiting, failed, planned }: Outcome) {
  if (planned) notify.success(t('已安排定时发送，可在“定时通知”中取消'))
  else if (waiting === 0 && failed === 0) notify.success(t('消息发送成功！'))
  else notify.info(t('已发送 {{sent}} 条，等待发送 {{waiting}} 条，失败 {{failed}} 条', { sent, waiting, failed }), 5)
}

/** Asks with the number of people, because what was sent cannot be taken back. */
function useAskBefore() {
  const confirm = useConfirm()
  return async ({ audience, refType = '', refId = '', title = '', sendAt }: Body<typeof calls.send>) => {
    const { people: n } = await call(calls.reach, { audience, refType, refId })
    return confirm({
      content: sendAt
        ? t('将在 {{time}} 向 {{n}} 人发送“{{title}}”。到时之前可以取消。', { n, title, time: sendAt.slice(0, 16) })
        : t('将立即向 {{n}} 人发送“{{title}}”，发送后不能撤回。', { n, title }),
      okText: t('发送'),
    })
  }
}

function SendForm({ draft, about, onClose }: { draft: Draft; about: About | undefined; onClose: () => void }) {
  const { id, title, content } = draft.tmpl
  const ask = useAskBefore()
  return (
    <FormDialog
      of={calls.send}
      open
      width={WIDTH}
      title={t('发送通知')}
      initial={{
        ...(id === null ? {} : { tmplId: id }),
        title,
        content,
        channels: ['msg'],
        refType: about?.refType ?? '',
        refId: about?.id ?? '',
        ...(about ? { audience: { ref: true } } : {}),
      }}
      refresh={[notifyLog.paging, notifyPlan.paging, ...inboxCalls]}
      ask={ask}
      submitText="发送"
      onDone={report}
      onClose={onClose}
    >
      <Fields draft={draft} about={about} />
    </FormDialog>
  )
}

function Prepare({ about, onClose }: { about: About; onClose: () => void }) {
  const { data, error, refetch } = useFormStart(about.prepare, { id: about.id })
  if (data) return <SendForm draft={data as Draft} about={about} onClose={onClose} />
  return (
    <Modal open width={WIDTH} title={t('发送通知')} footer={null} onCancel={onClose}>
      {error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />}
    </Modal>
  )
}

/** Without `about` the sender writes the text. Needs the permission notify:send; with `about` of what the user made, notify:own. */
export function SendDialog({ about, onClose }: { about?: About; onClose: () => void }) {
  return about ? <Prepare about={about} onClose={onClose} /> : <SendForm draft={free} about={undefined} onClose={onClose} />
}
