// The channels of a notification, as checkboxes.
import { notifyChannels, type NotifyChannel } from '@shuyuan/contract/notify/event.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { Checkbox } from 'antd'
import { useCall } from '../../kernel/call/query.ts'
import { tLabel } from '../../kernel/i18n.ts'

type ChannelSelectProps = {
  value?: NotifyChannel[]
  onChange?: (channels: NotifyChannel[]) => void
  /** the channels to offer; all by default */
  offered?: readonly NotifyChannel[]
}

const all = Object.keys(notifyChannels) as NotifyChannel[]

/** Offers the channels that the site has set up, and those that are chosen already. */
export function ChannelSelect({ value = [], onChange, offered = all }: ChannelSelectProps) {
  const { data: switches } = useCall(configSwitch.detail, {}, { quiet: true, staleTime: 60_000 })
  const isSet = (one: NotifyChannel) => one === 'msg' || switches?.ready[one] === true || value.includes(one)
  return (
    <Checkbox.Group<NotifyChannel>
      value={value}
      options={offered.filter(isSet).map((one) => ({ value: one, label: tLabel(notifyChannels[one]) }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}
