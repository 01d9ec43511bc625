// The state of a try as a tag.
import { handState, HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Tag, type Tone } from '../../../kernel/piece/Tag.tsx'
import type { Own } from './draft.ts'

type Shown = Pick<Own['hands'][number], 'state' | 'passed'>

const tones: Record<HandState, Tone> = {
  [HandState.draft]: 'plain',
  [HandState.handed]: 'info',
  [HandState.returned]: 'warn',
  [HandState.marked]: 'good',
}

export const HandTag = ({ state, passed }: Shown) => (
  <Tag tone={passed === false ? 'bad' : tones[state]}>
    {passed === null ? tLabel(handState[state]) : passed ? t('已通过') : t('未通过')}
  </Tag>
)
