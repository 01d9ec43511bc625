// Questions of the bank for a course file.
import { QuPicker } from '../qu/QuPicker.tsx'

const LONGEST = 200
type StopPickerProps = {
  open: boolean
  excludes: string[]
  most: number
  onClose: () => void
  onPick: (picked: { quId: string; title: string }[]) => void
}

export const StopPicker = ({ onPick, ...rest }: StopPickerProps) => (
  <QuPicker {...rest} onPick={(picked) => onPick(picked.map(({ id, title }) => ({ quId: id, title: title.slice(0, LONGEST) })))} />
)
