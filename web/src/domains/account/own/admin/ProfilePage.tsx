// Back office: the user's own data, password, accounts and devices.
import { Tabs } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { Accounts } from '../Accounts.tsx'
import { OwnPassword } from '../OwnPassword.tsx'
import { OwnProfile } from '../OwnProfile.tsx'
import { TwoFactor } from '../../code/TwoFactor.tsx'
import { Sessions } from '../../../session/Sessions.tsx'

export default function ProfilePage() {
  const [query, setQuery] = useSearchParams()
  const go = (to: string) => setQuery({ to }, { replace: true })
  return (
    <Tabs
      activeKey={query.get('to') ?? 'profile'}
      onChange={go}
      destroyOnHidden
      items={[
        { key: 'profile', label: t('个人资料'), children: <OwnProfile accounts={<Link to="?to=account">{t('账号绑定')}</Link>} /> },
        { key: 'password', label: t('修改密码'), children: <OwnPassword /> },
        { key: 'account', label: t('账号绑定'), children: <Accounts /> },
        { key: 'totp', label: t('两步验证'), children: <TwoFactor /> },
        { key: 'session', label: t('登录设备'), children: <Sessions /> },
      ]}
    />
  )
}
