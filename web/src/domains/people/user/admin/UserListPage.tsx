// Back office: users, and the registrations that wait for approval.
import { user } from '@shuyuan/contract/account/user.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { Badge, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import { ReviewTable } from '../ReviewTable.tsx'
import { UserTable } from '../UserTable.tsx'

export default function UserListPage() {
  const [address, setAddress] = useSearchParams()
  const waiting = useCall(user.paging, { current: 1, size: 1, params: { state: UserState.pending } })
  const count = waiting.data?.total ?? 0
  const review = (
    <span aria-label={t('待审核，{{n}}人', { n: count })}>
      {t('待审核')} <Badge count={count} size="small" />
    </span>
  )
  return (
    <Tabs
      activeKey={address.get('tab') === 'review' ? 'review' : 'all'}
      onChange={(key) => setAddress(key === 'review' ? { tab: key } : {}, { replace: true })}
      destroyOnHidden
      items={[
        { key: 'all', label: t('全部用户'), children: <UserTable /> },
        { key: 'review', label: review, children: <ReviewTable /> },
      ]}
    />
  )
}
