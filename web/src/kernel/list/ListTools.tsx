// The tools at the top right of a list: saved views, refresh, density, column settings.
import { ArrowDownOutlined, ArrowUpOutlined, ColumnHeightOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown, Flex, Popover, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { type PlainText, t } from '../i18n.ts'
import type { Density } from './useListView.ts'

type Named = { name: string; title: string }
type ListToolsProps = {
  /** the menu of saved views */
  views?: ReactNode
  loading: boolean
  onRefresh: () => void
  all: Named[]
  shown: Named[]
  density: Density | undefined
  setDensity: (density: Density) => void
  toggle: (name: string) => void
  move: (name: string, by: -1 | 1) => void
  restore: () => void
}

const densities: Record<Density, PlainText> = { large: '宽松', medium: '适中', small: '紧凑' }

export function ListTools({ views, loading, onRefresh, density, setDensity, ...columns }: ListToolsProps) {
  const items = Object.entries(densities).map(([key, label]) => ({ key, label: t(label) }))
  return (
    <Flex wrap gap={4}>
      {views}
      <Tooltip title={t('刷新')}>
        <Button type="text" aria-label={t('刷新')} icon={<ReloadOutlined spin={loading} />} onClick={onRefresh} />
      </Tooltip>
      <Dropdown
        trigger={['click']}
        menu={{ items, selectedKeys: density ? [density] : [], onClick: ({ key }) => setDensity(key as Density) }}
      >
        <Button type="text" aria-label={t('密度')} icon={<ColumnHeightOutlined />} />
      </Dropdown>
      <Popover trigger="click" placement="bottomRight" title={t('列设置')} content={<ColumnChoice {...columns} />}>
        <Button type="text" aria-label={t('列设置')} icon={<SettingOutlined />} />
      </Popover>
    </Flex>
  )
}

type ColumnChoiceProps = Pick<ListToolsProps, 'all' | 'shown' | 'toggle' | 'move' | 'restore'>

function ColumnChoice({ all, shown, toggle, move, restore }: ColumnChoiceProps) {
  const visible = new Set(shown.map((one) => one.name))
  return (
    <Flex vertical gap={4} style={{ maxHeight: 420, overflowY: 'auto' }}>
      {all.map(({ name, title }, index) => (
        <Flex key={name} justify="space-between" align="center" gap="middle">
          <Checkbox checked={visible.has(name)} disabled={visible.has(name) && visible.size === 1} onChange={() => toggle(name)}>
            {title}
          </Checkbox>
          <Flex>
            <Button
              type="text"
              size="small"
              aria-label={t('上移{{title}}', { title })}
              disabled={index === 0}
              icon={<ArrowUpOutlined />}
              onClick={() => move(name, -1)}
            />
            <Button
              type="text"
              size="small"
              aria-label={t('下移{{title}}', { title })}
              disabled={index === all.length - 1}
              icon={<ArrowDownOutlined />}
              onClick={() => move(name, 1)}
            />
          </Flex>
        </Flex>
      ))}
      <Button size="small" onClick={restore}>
        {t('恢复默认')}
      </Button>
    </Flex>
  )
}
