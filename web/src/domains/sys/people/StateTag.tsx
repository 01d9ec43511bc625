// Whether an account may be used.
import { userState } from '@shuyuan/contract/sys/people/user-row.ts'
import { Tag } from 'antd'
import { t } from '../../../kernel/i18n.ts'

const colours = { 0: 'success', 1: 'error', 2: 'warning' } as const

export const StateTag = ({ state }: { state: keyof typeof userState }) => <Tag color={colours[state]}>{t(userState[state])}</Tag>
