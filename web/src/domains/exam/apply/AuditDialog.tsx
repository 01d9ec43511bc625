// Dialog to approve or reject exam applications.
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { Alert, Input } from 'antd'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'

const Field = fieldOf(apply.audit)

/** `settle` is called once when the dialog closes; `given` is true when the decision was saved. */
export type Audit = { ids: string[]; verdict: typeof AuditState.approved | typeof AuditState.rejected; settle?: (given: boolean) => void }

export function AuditDialog({ audit, onClose }: { audit: Audit | undefined; onClose: () => void }) {
  return (
    <FormDialog
      open={audit !== undefined}
      title={t('审核 {{n}} 条考试申请', { n: audit?.ids.length ?? 0 })}
      of={apply.audit}
      initial={{
        ids: audit?.ids,
        auditState: audit?.verdict,
        auditMsg: audit?.verdict === AuditState.approved ? t('情况属实，同意参加') : '',
      }}
      done={t('操作成功！')}
      refresh={[apply.paging, checkInfo['check-info']]}
      onDone={() => audit?.settle?.(true)}
      onClose={() => {
        audit?.settle?.(false)
        onClose()
      }}
    >
      <Alert type="info" showIcon title={t('通过后，申请人可免人脸核验和密码进入该场考试一次。')} style={{ marginBlockEnd: 16 }} />
      <Field name="auditState" />
      <Field name="auditMsg">
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
