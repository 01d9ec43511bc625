// Dialogs of the second factor: turn off, new recovery codes. With Ant Design, and loaded when they are opened.
import { totp } from '@shuyuan/contract/account/code/user-totp.ts'
import { Modal } from 'antd'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const Field = fieldOf(totp['totp-disable'])
const states = [totp['totp-state']]

type ProofProps = { open: 'setup' | 'renew' | 'disable' | undefined; onCodes: (codes: string[]) => void; onClose: () => void }

export function ProofDialogs({ open, onCodes, onClose: close }: ProofProps) {
  return (
    <>
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
        onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
        onClose={close}
      >
        <Proof />
      </FormDialog>
    </>
  )
}

/** Shown until they are confirmed as kept. */
export const CodesDialog = ({ codes, onDone: finish }: { codes: string[] | undefined; onDone: () => void }) => (
  <Modal open={codes !== undefined} title={t('恢复码')} footer={null} closable={false} mask={{ closable: false }} keyboard={false}>
    {codes && <RecoveryCodes codes={codes} onDone={finish} />}
  </Modal>
)

const Proof = () => (
  <>
    <Field name="password" />
    <Field name="code" extra={t('验证器应用上的 6 位数字，或一个恢复码')} />
  </>
)
