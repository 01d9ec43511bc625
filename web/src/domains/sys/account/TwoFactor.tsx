// The second factor of the user's own account: set up, new recovery codes, turn off.
import { totp } from '@shuyuan/contract/sys/account/user-totp.ts'
import { Button, Flex, Modal, Typography } from 'antd'
import { useState } from 'react'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { Tag } from '../../../kernel/Tag.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TotpSetup } from './TotpSetup.tsx'
import ownStyles from '../session/own.module.css'

const Field = fieldOf(totp['totp-disable'])
const states = [totp['totp-state']]

export function TwoFactor() {
  const { data, error, refetch } = useCall(totp['totp-state'], {})
  const [open, setOpen] = useState<'setup' | 'renew' | 'disable'>()
  const [codes, setCodes] = useState<string[]>()
  const close = () => setOpen(undefined)
  const finish = () => {
    close()
    setCodes(undefined)
    void refetch()
  }
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={2} />
  if (open === 'setup') return <TotpSetup onDone={finish} />
  const { enabledTime, recoveryLeft, required } = data
  if (enabledTime === null)
    return (
      <div className={ownStyles.ownMain}>
        <Typography.Paragraph>
          {t('开启后，登录时除密码外还需要手机验证器应用上的 6 位数字，密码泄露时账号仍然安全。')}
        </Typography.Paragraph>
        <div>
          <Button type="primary" onClick={() => setOpen('setup')}>
            {t('开启两步验证')}
          </Button>
        </div>
      </div>
    )
  return (
    <>
      <ul className={ownStyles.ownList} aria-label={t('两步验证')}>
        <li className={ownStyles.ownRow}>
          <div className={ownStyles.ownMain}>
            <Flex gap={8} align="center" wrap>
              <strong>{t('验证器应用')}</strong>
              <Tag tone="good">{t('已开启')}</Tag>
              {required && <Tag>{t('角色要求')}</Tag>}
            </Flex>
            <Typography.Text type="secondary">
              {t('开启时间')} <time>{enabledTime}</time>
            </Typography.Text>
          </div>
          {!required && (
            <Button danger onClick={() => setOpen('disable')}>
              {t('关闭')}
            </Button>
          )}
        </li>
        <li className={ownStyles.ownRow}>
          <div className={ownStyles.ownMain}>
            <strong>{t('恢复码')}</strong>
            <Typography.Text type={recoveryLeft < 3 ? 'danger' : 'secondary'}>
              {t('还有 {{n}} 个未使用', { n: recoveryLeft })}
            </Typography.Text>
          </div>
          <Button onClick={() => setOpen('renew')}>{t('重新生成')}</Button>
        </li>
      </ul>
      <FormDialog
        of={totp['totp-disable']}
        open={open === 'disable'}
        title={t('关闭两步验证')}
        done={t('操作成功！')}
        submitText="关闭"
        refresh={states}
        onClose={close}
      >
        <Proof />
      </FormDialog>
      <FormDialog
        of={totp['totp-recovery']}
        open={open === 'renew'}
        title={t('重新生成恢复码')}
        refresh={states}
        onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        onClose={close}
      >
        <Proof />
      </FormDialog>
      <Modal open={codes !== undefined} title={t('恢复码')} footer={null} closable={false} mask={{ closable: false }} keyboard={false}>
        {codes && <RecoveryCodes codes={codes} onDone={finish} />}
      </Modal>
    </>
  )
}

const Proof = () => (
  <>
    <Field name="password" />
    <Field name="code" extra={t('验证器应用上的 6 位数字，或一个恢复码')} />
  </>
)
