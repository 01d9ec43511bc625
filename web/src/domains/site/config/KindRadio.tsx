// What the site is: the field props.siteKind of the site's settings.
import { type SiteKind, siteKinds } from '@shuyuan/contract/kernel/site-kind.ts'
import { Radio } from 'antd'
import { useSetFormValue } from '../../../kernel/form/form-context.ts'
import { tLabel } from '../../../kernel/i18n.ts'

type KindProps = { id?: string; value?: SiteKind; onChange?: (next: SiteKind) => void }

/** Hotels begin with the code of the hotel in the profile of their learners. */
export function KindRadio({ id, value, onChange }: KindProps) {
  const set = useSetFormValue()
  const choose = (next: SiteKind) => {
    onChange?.(next)
    if (next === 'hotel') set('props.hotelProfile', true)
  }
  const options = Object.entries(siteKinds).map(([kind, label]) => ({ value: kind, label: tLabel(label) }))
  return (
    <Radio.Group {...(id ? { id } : {})} value={value} options={options} onChange={(event) => choose(event.target.value as SiteKind)} />
  )
}
