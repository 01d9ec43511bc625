// One user: basic information, and for an existing user the bound accounts (admin.md §2).
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { HotelUserForm } from '@shuyuan/contract/people/user/user-admin.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { Modal, Tabs } from 'antd'
import { useRef, useState } from 'react'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../kernel/call/query.ts'
import { focusFirst } from '../../../kernel/form/focus-first.ts'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { useSite } from '../../../shared/session/session.ts'
import { UserBinds } from './UserBinds.tsx'
import { UserFields } from './UserFields.tsx'

/** The user in the dialog: an existing one, or the initial values of a new one. */
export type Edited = { id: string } | { id?: undefined; deptCode?: string | undefined }
type Person = RowOf<typeof user.paging>
type Shared = { dirty: { current: () => boolean }; onCancel: () => void; onClose: () => void }

export function UserDialog({ edited, onClose }: { edited: Edited | undefined; onClose: () => void }) {
  const dirty = useRef(() => false)
  const fields = useRef<HTMLDivElement>(null)
  const confirm = useConfirm()
  const cancel = async () => {
    if (!dirty.current() || (await confirm({ content: t('内容还没有保存，确定要关闭吗？') }))) {
      dirty.current = () => false
      onClose()
    }
  }
  const shared: Shared = { dirty, onCancel: () => void cancel(), onClose }
  return (
    <Modal
      open={edited !== undefined}
      title={edited?.id === undefined ? t('新建用户') : t('编辑用户')}
      width={760}
      footer={null}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={() => void cancel()}
      afterOpenChange={(isOpen) => isOpen && focusFirst(fields.current)}
    >
      {edited?.id === undefined ? (
        <div ref={fields}>
          <BasicForm {...shared} initial={{ roleType: RoleType.learner, state: UserState.active, deptCode: edited?.deptCode }} />
        </div>
      ) : (
        <Tabs
          items={[
            { key: 'basic', label: t('基本信息'), children: <StoredForm {...shared} id={edited.id} /> },
            { key: 'binds', label: t('账号绑定'), children: <UserBinds userId={edited.id} /> },
          ]}
        />
      )}
    </Modal>
  )
}

function StoredForm({ id, ...shared }: Shared & { id: string }) {
  const { data, error, refetch } = useFormStart(user.detail, { id })
  if (data) return <BasicForm {...shared} initial={data} />
  return error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={6} />
}

type Initial = { [K in keyof Person]?: unknown } & { id?: string }

/** The same call with the check of the hotel block that the server applies to users who need it. */
const withBlock = { ...user.save, input: HotelUserForm } as unknown as typeof user.save

function BasicForm({ initial, dirty, onCancel, onClose }: Shared & { initial: Initial }) {
  const hotelProfile = useSite()?.props.hotelProfile ?? false
  const [roleType, setRoleType] = useState(initial.roleType)
  const withHotel = hotelProfile && roleType === RoleType.learner
  return (
    <SchemaForm
      of={withHotel ? withBlock : user.save}
      dialog
      initial={initial}
      done={t('用户保存成功!')}
      refresh={[user.paging, user.detail]}
      dirtyRef={dirty}
      onValues={(values) => setRoleType(values.roleType)}
      onCancel={onCancel}
      onDone={onClose}
    >
      <UserFields isNew={initial.id === undefined} withHotel={withHotel} />
    </SchemaForm>
  )
}
