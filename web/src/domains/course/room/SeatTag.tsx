// The state of a place in a lesson.
import { SeatState, seatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { tLabel } from '../../../kernel/i18n.ts'
import { Tag, type Tone } from '../../../kernel/piece/Tag.tsx'

const tones: Record<SeatState, Tone> = {
  [SeatState.waiting]: 'warn',
  [SeatState.enrolled]: 'info',
  [SeatState.present]: 'good',
  [SeatState.late]: 'warn',
  [SeatState.absent]: 'bad',
  [SeatState.cancelled]: 'plain',
}

export const SeatTag = ({ state }: { state: SeatState }) => <Tag tone={tones[state]}>{tLabel(seatState[state])}</Tag>
