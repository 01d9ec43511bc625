// Back office: the account that sends e-mail.
import { SendOutlined } from '@ant-design/icons'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { type PlainText, t } from '../../../../kernel/i18n.ts'
import { ProviderPanel } from '../ProviderPanel.tsx'

const Field = fieldOf(configProp['mail-test'])

const notes = {
  host: '如 smtp.exmail.qq.com、smtp.163.com',
  port: 'SSL/TLS 一般为 465，STARTTLS 一般为 587',
  userName: '内网中继无需登录时留空',
  password: '多数邮箱须在邮箱设置中开启 SMTP 并使用授权码',
  from: '一般须与账号相同',
  ca: '仅内网邮件服务器使用自建证书时填写，PEM 格式',
} as const

const intros: Record<string, PlainText> = {
  local: '不发送邮件，通知只写入“发送记录”和服务器日志。',
  smtp: '通知的接收人是在用户资料中填写了邮箱的人员。',
}

function introOf(provider: string): ReactNode {
  const text = intros[provider]
  return text === undefined ? null : <Alert type="info" title={t(text)} style={{ marginBlockEnd: 16 }} />
}

export default function PropMailPage() {
  const [testing, setTesting] = useState(false)
  return (
    <>
      <ProviderPanel
        type="mail"
        without="尚未启用邮件服务：通知不能选择邮件渠道"
        warning="切换后立即生效，之后的邮件由新的账号发送。确定要切换吗？"
        notes={notes}
        intro={introOf}
        tools={
          <Button icon={<SendOutlined />} onClick={() => setTesting(true)}>
            {t('发送测试邮件')}
          </Button>
        }
      />
      <FormDialog
        of={configProp['mail-test']}
        open={testing}
        title={t('发送测试邮件')}
        done={t('测试邮件已提交给邮件服务器，请查收')}
        submitText="发送"
        onClose={() => setTesting(false)}
      >
        <Alert type="info" title={t('由当前使用的账号发送。')} style={{ marginBlockEnd: 16 }} />
        <Field name="email" />
      </FormDialog>
    </>
  )
}
