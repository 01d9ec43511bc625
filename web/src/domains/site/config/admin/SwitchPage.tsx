// Back office: feature switches.
import type { PropType } from '@shuyuan/contract/site/provider/prop-kinds.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { Card } from 'antd'
import { Link } from 'react-router'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall, useFormStart } from '../../../../kernel/call/query.ts'
import { SchemaForm } from '../../../../kernel/form/SchemaForm.tsx'
import { can } from '../../../../kernel/access/permission.ts'
import { settingRowOf } from '../SettingRow.tsx'
import { SettingsPage } from '../../../../kernel/form/LongForm.tsx'
import styles from '../setting.module.css'

const SettingRow = settingRowOf(configSwitch.save)

export default function SwitchPage() {
  const { data, error, refetch } = useFormStart(configSwitch.detail, {})
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return (
    <SettingsPage>
      <SchemaForm of={configSwitch.save} initial={data} done={t('功能开关配置成功！')} refresh={[configSwitch.detail]}>
        <div className={styles.settingPage}>
          <Card size="small" title={t('注册')}>
            <SettingRow name="userReg" hint={t('登录页显示注册入口；未注册的手机号用短信登录时自动注册')} />
            <SettingRow name="userAudit" hint={t('新注册的用户由管理员审核通过后才能登录')} />
            <SettingRow name="userDeptType" hint={t('注册时由用户自己选择部门，或一律加入默认部门')} />
            <DefaultDepart />
          </Card>
          <Card size="small" title={t('登录方式')}>
            <SettingRow
              name="mobileLogin"
              hint={<Provider type="sms" text={t('用手机号和短信验证码登录；没有短信服务商时登录页不显示')} to="/admin/sys/sms" />}
            />
            <SettingRow name="wechatLogin" hint={<Provider type="wechat" text={t('用微信扫码登录')} to="/admin/sys/login" />} />
            <SettingRow name="cropLogin" hint={<Provider type="crop-wechat" text={t('用企业微信登录')} to="/admin/sys/login" />} />
            <SettingRow name="dingLogin" hint={<Provider type="ding-talk" text={t('用钉钉登录')} to="/admin/sys/login" />} />
            <SettingRow name="oidcLogin" hint={<Provider type="oidc" text={t('用本单位的统一身份认证登录')} to="/admin/sys/login" />} />
            <SettingRow
              name="ldapLogin"
              hint={<Provider type="ldap" text={t('用本单位目录（LDAP）的账号和密码登录')} to="/admin/sys/login" />}
            />
            <SettingRow
              name="faceLogin"
              disabled={!data.ready.face && !data.faceLogin}
              hint={data.ready.face ? t('本人在摄像头前按提示转动头部后登录') : t('还没有启用人脸服务，不能用人脸登录')}
            />
            <SettingRow name="loginTick" hint={t('同一账号在别处登录时，先前的登录是否失效')} />
          </Card>
          <Card size="small" title={t('实名认证')}>
            <SettingRow name="realPerson" hint={t('用户可以提交实名认证，通过后的照片用于人脸比对')} />
            <SettingRow
              name="faceAudit"
              hint={t('提交后直接通过，或由管理员审核；自动审核先检查照片，再按人脸库设置和服务商的实名核验决定')}
            />
          </Card>
          <Card size="small" title={t('财务')}>
            <SettingRow name="invoiceApply" hint={t('付款后可以申请发票')} />
          </Card>
        </div>
      </SchemaForm>
    </SettingsPage>
  )
}

function DefaultDepart() {
  return useFormValue<number>('userDeptType') === 1 ? <SettingRow name="userDeptCode" hint={t('注册的用户加入这个部门')} /> : null
}

/** Warns that a sign-in method has no configured provider, if the user may configure one. */
function Provider({ type, text, to }: { type: PropType; text: string; to: string }) {
  const mayKnow = can(['sys:prop:update'])
  const { data } = useCall(configProp.detail, { type }, { enabled: mayKnow, quiet: true })
  if (!data || !['', ...(type === 'sms' ? ['local'] : [])].includes(data.activeProvider)) return text
  return (
    <>
      {text}{' '}
      <Link to={to}>
        <u>{t('尚未启用服务商，去设置')}</u>
      </Link>
    </>
  )
}
