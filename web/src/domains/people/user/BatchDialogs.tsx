// Dialogs before an action on several users.
import type { Body, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { groupUser, JoinFlag } from '@shuyuan/contract/people/user/group-user.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { UserVerdict } from '@shuyuan/contract/people/user/user-admin.ts'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { fieldIn } from '../../../shared/form/field-of.ts'
import { GroupsSelect } from '../../../shared/people/GroupsSelect.tsx'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { BackOfficeNotice } from './BackOfficeNotice.tsx'
import { RoleSelect } from './RoleSelect.tsx'

const Field =
  fieldIn<Body<(typeof user)['batch-dept' | 'batch-role' | 'batch-expire' | 'reset-pass' | 'audit'] | (typeof groupUser)['batch-join']>>()

export type BatchKind = 'depart' | 'role' | 'expire' | 'password' | 'group' | 'approve' | 'refuse'
type Asked = { kind: BatchKind; ids: string[]; answer: (done: boolean) => void }

/** @returns a function that opens one of the dialogs and resolves with whether its call succeeded, and the dialog to render */
export function useBatchDialogs() {
  const [asked, setAsked] = useState<Asked>()
  const open = (kind: BatchKind, ids: string[]) => new Promise<boolean>((answer) => setAsked({ kind, ids, answer }))
  const close = (done: boolean) => {
    asked?.answer(done)
    setAsked(undefined)
  }
  return { open, dialog: asked && <BatchDialog key={asked.kind} kind={asked.kind} ids={asked.ids} close={close} /> }
}

type BatchDialogProps = { kind: BatchKind; ids: string[]; close: (done: boolean) => void }

function BatchDialog({ kind, ids, close }: BatchDialogProps) {
  const people = t('已选{{n}}人', { n: ids.length })
  // after a success the dialog also calls onClose, which then has no effect
  const dialog = (
    of: Endpoint,
    title: PlainText,
    initial: object,
    fields: ReactNode,
    more: { done?: PlainText; refresh?: Endpoint[] } = {},
  ) => (
    <FormDialog
      of={of}
      open
      title={`${t(title)}（${people}）`}
      initial={initial}
      done={t(more.done ?? '操作成功！')}
      refresh={more.refresh ?? [user.paging, user.detail]}
      onDone={() => close(true)}
      onClose={() => close(false)}
    >
      {fields}
    </FormDialog>
  )
  if (kind === 'depart') return dialog(user['batch-dept'], '设置部门', { ids }, <Field name="deptCode" />)
  if (kind === 'role') {
    const roles = (
      <>
        <Field name="roles" extra={t('原有的角色会被替换')}>
          <RoleSelect />
        </Field>
        <BackOfficeNotice />
      </>
    )
    return dialog(user['batch-role'], '设置角色', { ids }, roles)
  }
  if (kind === 'expire')
    return dialog(user['batch-expire'], '设置有效期', { ids }, <Field name="expireTime" extra={t('留空表示长期有效')} />)
  if (kind === 'password') {
    const fields = (
      <>
        <Alert type="warning" showIcon title={t('重置后，这些用户需要用新密码重新登录。')} style={{ marginBlockEnd: 16 }} />
        <Field name="password" label="新密码" />
        <Field name="mustChange" extra={t('本人登录后先设置新密码')} />
      </>
    )
    // the new password is known to the administrator
    return dialog(user['reset-pass'], '重置密码', { ids, mustChange: true }, fields)
  }
  if (kind === 'group') {
    const groups = (
      <Field name="groupIds">
        <GroupsSelect aria-label={t('分组')} />
      </Field>
    )
    const more = { done: '批量加入成功！' as const, refresh: [group.paging, groupUser.paging] }
    return dialog(groupUser['batch-join'], '加入分组', { userIds: ids, flag: JoinFlag.join }, groups, more)
  }
  const state = kind === 'approve' ? UserVerdict.approved : UserVerdict.rejected
  const auditMsg = kind === 'approve' ? t('审核通过') : ''
  return dialog(
    user.audit,
    kind === 'approve' ? '通过注册' : '拒绝注册',
    { ids, state, auditMsg },
    <Field name="auditMsg" extra={t('会作为消息发送给用户')} />,
  )
}
