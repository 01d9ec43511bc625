// Grants a certificate to people.
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { grant } from '@shuyuan/contract/cert/grant.ts'
import { fieldOf } from '../../shared/form/field-of.ts'
import { FormDialog } from '../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { PersonsField } from '../../shared/people/PersonsField.tsx'

const Field = fieldOf(grant['grant-batch'])

type GrantDialogProps = { cert: { id: string; title: string }; onClose: () => void }

export function GrantDialog({ cert: { id, title }, onClose }: GrantDialogProps) {
  return (
    <FormDialog
      of={grant['grant-batch']}
      open
      title={`${tLabel('发放证书')} · ${title}`}
      initial={{ certId: id, userIds: [] }}
      submitText="发放"
      refresh={[grant.paging, cert.paging]}
      onDone={({ granted }) => notify.success(t('已发放 {{n}} 份证书', { n: granted }))}
      onClose={onClose}
    >
      <Field name="userIds" extra={t('已有且未临近到期的人员不会重复发放')}>
        <PersonsField known={[]} title={t('选择人员')} />
      </Field>
      <Field name="expireTime" required={false} extra={t('留空按证书的有效期')} />
    </FormDialog>
  )
}
