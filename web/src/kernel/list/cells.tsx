// Cells of several lists in the back office.
import { EnabledState } from '@shuyuan/contract/kernel/enabled-state.ts'
import { Button, Dropdown, type MenuProps, Switch, Tag } from 'antd'
import { t } from '../i18n.ts'
import { can } from '../access/permission.ts'
import styles from './cells.module.css'

/** Colours of a window that has not begun, is open, or is over. */
export const phaseColour = { waiting: 'default', open: 'processing', closed: 'warning' } as const

type StateSwitchProps = {
  /** the title of the row */
  title: string
  enabled: boolean
  permit: string
  loading: boolean
  onChange: (state: EnabledState) => void
}
/** Enables and disables a row, with the state as text. */
export const StateSwitch = ({ title, enabled, permit, loading, onChange }: StateSwitchProps) => (
  <span className={styles.cellState}>
    <Switch
      size="small"
      checked={enabled}
      disabled={!can([permit])}
      loading={loading}
      aria-label={t('启用“{{title}}”', { title })}
      onChange={(on) => onChange(on ? EnabledState.enabled : EnabledState.disabled)}
    />
    {enabled ? t('启用') : t('停用')}
  </span>
)

/** A flag of a row, as a tag like every other state. */
export const FlagTag = ({ on }: { on: boolean }) => <Tag color={on ? 'success' : 'default'}>{on ? t('是') : t('否')}</Tag>

/** Start and end of a window. @param row times as the server sends them; null: no limit */
export const WindowCell = ({ startTime, endTime }: { startTime: string | null; endTime: string | null }) => (
  <span className={styles.cellWindow}>
    <span>{startTime?.slice(0, 16) ?? t('不限开始')}</span>
    <span>{endTime?.slice(0, 16) ?? t('不限结束')}</span>
  </span>
)

/** The 更多 menu of a row; renders nothing without items. */
export const MoreMenu = ({ title, items }: { title: string; items: NonNullable<MenuProps['items']> }) =>
  items.length > 0 && (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="link" size="small" aria-label={title === '' ? t('更多') : t('“{{title}}”的更多操作', { title })}>
        {t('更多')}
      </Button>
    </Dropdown>
  )
