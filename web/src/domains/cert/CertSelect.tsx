// Select for the certificate that a course, an exam or a prize earns; nothing where certificates are off or the user may not list them.
import { cert, CertState } from '@shuyuan/contract/cert/cert.ts'
import { Select } from 'antd'
import { t } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/call/query.ts'
import { can } from '../../kernel/access/permission.ts'
import { useSite } from '../../shared/session/session.ts'

const LIMIT = 200

/** Whether forms offer the choice. */
export function useCerts(): boolean {
  const on = useSite()?.props.moduleCert
  return on === true && can(['cert:list'])
}

type CertSelectProps = {
  id?: string
  /** the accessible name where no form item names it */ label?: string
  value?: string | null
  onChange?: (value: string | null) => void
}

export function CertSelect({ id, label, value, onChange }: CertSelectProps) {
  const { data } = useCall(cert.paging, { size: LIMIT }, { quiet: true })
  const options = (data?.records ?? [])
    .filter((row) => row.state === CertState.enabled || row.id === value)
    .map((row) => ({ value: row.id, label: row.title }))
  return (
    <Select
      id={id}
      aria-label={label}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('不颁发证书')}
      options={options}
      // a form may hold '' for none
      value={value || null}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  )
}
