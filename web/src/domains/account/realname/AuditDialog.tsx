// A verdict on several requests.
import { real, RealState } from '@shuyuan/contract/account/realname/real.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'

const Field = fieldOf(real.audit)

/** `settle` is called once with whether the verdict was saved. */
export type Audit = { ids: string[]; verdict: typeof RealState.passed | typeof RealState.rejected; settle: (given: boolean) => void }

/** The initial reason of a verdict; the reviewer writes the reason of a rejection. */
export const firstReason = (verdict?: number) => (verdict === RealState.passed ? t('资料真实清晰，审核通过') : '')

export function AuditDialog({ audit, onClose }: { audit: Audit | undefined; onClose: () => void }) {
  return (
    <FormDialog
      open={audit !== undefined}
      title={t('审核 {{n}} 条实名申请', { n: audit?.ids.length ?? 0 })}
      of={real.audit}
      initial={{ ids: audit?.ids, state: audit?.verdict, auditMsg: firstReason(audit?.verdict) }}
      done={t('操作成功！')}
      refresh={[real.paging]}
      onDone={() => audit?.settle(true)}
      onClose={() => {
        audit?.settle(false)
        onClose()
      }}
    >
      <Field name="state" />
      <Field name="auditMsg" />
    </FormDialog>
  )
}
