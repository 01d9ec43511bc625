// Whether an account is enabled, and whether wrong passwords lock it at present.
import { userState, UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { Flex, Tag } from 'antd'
import { t } from '../../../kernel/i18n.ts'

const colours = { [UserState.active]: 'success', [UserState.disabled]: 'error', [UserState.pending]: 'warning' } as const

type StateTagProps = { state: UserState; lockedUntil?: string | null }

export const StateTag = ({ state, lockedUntil = null }: StateTagProps) => (
  <Flex gap={4} wrap>
    <Tag color={colours[state]}>{t(userState[state])}</Tag>
    {lockedUntil !== null && (
      <Tag color="warning" title={t('密码错误次数过多，{{lockedUntil}} 前不能在新设备上登录', { lockedUntil })}>
        {t('已锁定')}
      </Tag>
    )}
  </Flex>
)
