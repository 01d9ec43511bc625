// Selects the icon of a menu from a grid of icons.
import { CloseOutlined } from '@ant-design/icons'
import { Button, Input, Popover, Space } from 'antd'
import { useState } from 'react'
import { MenuIcon, menuIconNames } from './MenuIcon.tsx'
import { t } from '../../../kernel/i18n.ts'
import styles from './icon-picker.module.css'

type IconPickerProps = { id?: string; value?: string; onChange?: (name: string) => void; disabled?: boolean }

export function IconPicker({ id, value = '', onChange, disabled = false }: IconPickerProps) {
  const [open, setOpen] = useState(false)
  const choose = (name: string) => {
    onChange?.(name)
    setOpen(false)
  }
  return (
    <Space.Compact>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open && !disabled}
        onOpenChange={setOpen}
        destroyOnHidden
        content={<IconGrid value={value} onChoose={choose} />}
      >
        <Button {...(id === undefined ? {} : { id })} disabled={disabled} icon={value ? <MenuIcon name={value} /> : undefined}>
          {value || t('选择图标')}
        </Button>
      </Popover>
      {value !== '' && (
        <Button disabled={disabled} icon={<CloseOutlined />} aria-label={t('清除图标')} title={t('清除图标')} onClick={() => choose('')} />
      )}
    </Space.Compact>
  )
}

function IconGrid({ value, onChoose }: { value: string; onChoose: (name: string) => void }) {
  const [word, setWord] = useState('')
  const shown = menuIconNames.filter((name) => name.toLowerCase().includes(word.trim().toLowerCase()))
  return (
    <div className={styles.iconPicker}>
      <Input.Search
        autoFocus
        allowClear
        aria-label={t('搜索{{what}}', { what: t('图标') })}
        placeholder={t('搜索{{what}}', { what: t('图标') })}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      {shown.length === 0 && <p>{t('暂无相关数据！')}</p>}
      <ul aria-label={t('图标')}>
        {shown.map((name) => (
          <li key={name}>
            <button type="button" title={name} aria-label={name} aria-pressed={name === value} onClick={() => onChoose(name)}>
              <MenuIcon name={name} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
