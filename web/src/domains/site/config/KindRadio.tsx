// What the site is: the field props.siteKind of the site's settings.
import { type SiteKind, siteKinds } from '@shuyuan/contract/kernel/site-kind.ts'
import { Radio } from 'antd'
import type { AriaAttributes } from 'react'
import { useSetFormValue } from '../../../kernel/form/form-context.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'

type KindProps = AriaAttributes & { id?: string; value?: SiteKind; onChange?: (next: SiteKind) => void }

/** Hotels begin with the code of the hotel in the profile of their learners. */
export function KindRadio({ value, onChange, ...rest }: KindProps) {
  const set = useSetFormValue()
  const choose = (next: SiteKind) => {
    onChange?.(next)
    if (next === 'hotel') set('props.hotelProfile', true)
  }
  const options = Object.entries(siteKinds).map(([kind, label]) => ({ value: kind, label: tLabel(label) }))
  return (
    <Radio.Group
      aria-label={t('单位类型')}
      {...rest}
      value={value}
      options={options}
      onChange={(event) => choose(event.target.value as SiteKind)}
    />
  )
}
