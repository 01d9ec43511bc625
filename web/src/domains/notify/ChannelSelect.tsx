// The channels of a notification, as checkboxes.
import { notifyChannels, type NotifyChannel } from '@shuyuan/contract/notify/event.ts'
import { Checkbox } from 'antd'
import { tLabel } from '../../kernel/i18n.ts'

type ChannelSelectProps = {
  value?: NotifyChannel[]
  onChange?: (channels: NotifyChannel[]) => void
  /** the channels to offer; all by default */
  offered?: readonly NotifyChannel[]
}

const all = Object.keys(notifyChannels) as NotifyChannel[]

export const ChannelSelect = ({ value = [], onChange, offered = all }: ChannelSelectProps) => (
  <Checkbox.Group<NotifyChannel>
    value={value}
    options={offered.map((one) => ({ value: one, label: tLabel(notifyChannels[one]) }))}
    onChange={(next) => onChange?.(next)}
  />
)
