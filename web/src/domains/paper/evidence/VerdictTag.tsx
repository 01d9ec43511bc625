// The verdict of a recording.
import { EvidenceVerdict, evidenceVerdict } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { Tag } from 'antd'
import { tLabel } from '../../../kernel/i18n.ts'

const colors: Partial<Record<EvidenceVerdict, string>> = {
  [EvidenceVerdict.clear]: 'success',
  [EvidenceVerdict.watch]: 'warning',
  [EvidenceVerdict.violation]: 'error',
}

export const VerdictTag = ({ verdict }: { verdict: EvidenceVerdict }) => (
  <Tag color={colors[verdict]}>{tLabel(evidenceVerdict[verdict])}</Tag>
)
