// Back office: the SMS provider.
import { SendOutlined } from '@ant-design/icons'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { type PlainText, t } from '../../../../kernel/i18n.ts'
import { ProviderPanel } from '../ProviderPanel.tsx'

const Field = fieldOf(configProp['sms-test'])

const warning = '切换后立即生效，之后的短信由新的服务商发送，短信签名和模板需要在新的服务商处另行申请。确定要切换吗？'
const notes = {
  signName: '须先通过服务商审核',
  reg: '留空使用登录模板',
  forgot: '留空使用登录模板',
  bind: '留空使用登录模板',
  unbind: '留空使用登录模板',
  params: '须与模板中的变量个数一致',
} as const

export default function PropSmsPage() {
  const [testing, setTesting] = useState(false)
  return (
    <>
      <ProviderPanel
        type="sms"
        without="尚未启用服务商：不发送短信，短信验证码不能使用"
        warning={warning}
        notes={notes}
        intro={introOf}
        tools={
          <>
            <Can permit="sys:sms:list">
              <Link to="/admin/sys/sms-log">
                <Button>{t('短信记录')}</Button>
              </Link>
            </Can>
            <Button icon={<SendOutlined />} onClick={() => setTesting(true)}>
              {t('发送测试短信')}
            </Button>
          </>
        }
      />
      <FormDialog
        of={configProp['sms-test']}
        open={testing}
        title={t('发送测试短信')}
        done={t('测试短信已提交给服务商，请查收')}
        submitText="发送"
        onClose={() => setTesting(false)}
      >
        <Alert type="info" title={t('由当前使用的服务商发送；未启用服务商时只写入短信记录。')} style={{ marginBlockEnd: 16 }} />
        <Field name="mobile" />
      </FormDialog>
    </>
  )
}

const intros: Record<string, PlainText> = {
  local: '不向手机发送短信，短信验证码不能使用；通知只写入“短信记录”。',
  aliyun: '请先在阿里云短信服务中申请签名和验证码模板，模板中的验证码变量须命名为 code。',
  tencent: '请先在腾讯云短信中创建应用，申请签名和正文模板，模板中 {1} 为验证码。',
}

function introOf(provider: string): ReactNode {
  const text = intros[provider]
  return text === undefined ? null : <Alert type="info" title={t(text)} style={{ marginBlockEnd: 16 }} />
}
