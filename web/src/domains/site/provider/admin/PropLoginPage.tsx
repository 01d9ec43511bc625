// Back office: settings of third-party sign-in.
import { type LoginType, loginTypes } from '@shuyuan/contract/site/provider/prop-login.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { Alert, Flex, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { type PlainText, t, tLabel } from '../../../../kernel/i18n.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import { SettingsPage } from '../../../../kernel/form/LongForm.tsx'
import { ProviderPanel } from '../ProviderPanel.tsx'

const types = Object.keys(loginTypes) as LoginType[]
const switchOf = {
  wechat: 'wechatLogin',
  'crop-wechat': 'cropLogin',
  'ding-talk': 'dingLogin',
  oidc: 'oidcLogin',
  ldap: 'ldapLogin',
} as const
const guides: Record<LoginType, PlainText> = {
  wechat: '在微信开放平台创建“网站应用”，通过审核后取得 AppID 和 AppSecret，并把本站域名填入“授权回调域”。',
  'crop-wechat': '在企业微信管理后台创建自建应用，在“企业微信授权登录”中填写本站的授权回调域，并取得企业 ID、AgentId 和 Secret。',
  'ding-talk': '在钉钉开放平台创建应用，在“登录与分享”中填写本站的回调地址，并开通“通讯录个人信息读权限”。',
  oidc: '在本单位的身份提供方登记一个机密客户端，回调地址填“本站地址/sync?loginType=oidc”，并取得 Issuer、Client ID 和 Client Secret。',
  ldap: '填写目录服务器（ldaps://，或 ldap:// 加 StartTLS）和一个只读的查询账号；查找条件中的 {u} 代表用户名，如 (&(objectClass=person)(uid={u}))。',
}

export default function PropLoginPage() {
  const [address, setAddress] = useSearchParams()
  const asked = address.get('type')
  const type = types.find((one) => one === asked) ?? 'wechat'
  return (
    <SettingsPage>
      <Tabs
        activeKey={type}
        onChange={(next) => setAddress({ type: next }, { replace: true })}
        destroyOnHidden
        items={types.map((one) => ({ key: one, label: tLabel(loginTypes[one]), children: <LoginPanel type={one} /> }))}
      />
    </SettingsPage>
  )
}

function LoginPanel({ type }: { type: LoginType }) {
  const { data: switches } = useCall(configSwitch.detail, {})
  return (
    <Flex vertical gap="middle">
      {switches && !switches[switchOf[type]] && (
        <Alert
          type="warning"
          showIcon
          title={t('“功能开关”中尚未开启{{name}}登录，启用服务商后还需打开开关。', { name: tLabel(loginTypes[type]) })}
        />
      )}
      <ProviderPanel
        type={type}
        intro={(provider) =>
          provider === 'local' ? (
            <Alert
              type="warning"
              showIcon
              title={t('测试登录不验证身份，任何人都可以选用测试身份，只能用于试用。')}
              style={{ marginBlockEnd: 16 }}
            />
          ) : (
            <Alert type="info" title={t(guides[type])} style={{ marginBlockEnd: 16 }} />
          )
        }
      />
    </Flex>
  )
}
