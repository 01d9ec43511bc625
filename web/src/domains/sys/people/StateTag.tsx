// Whether an account is enabled.
import { userState, UserState } from '@shuyuan/contract/sys/people/user-row.ts'
import { Tag } from 'antd'
import { t } from '../../../kernel/i18n.ts'

const colours = { [UserState.active]: 'success', [UserState.disabled]: 'error', [UserState.pending]: 'warning' } as const

export const StateTag = ({ state }: { state: UserState }) => <Tag color={colours[state]}>{t(userState[state])}</Tag>
