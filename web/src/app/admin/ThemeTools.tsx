// Theme tools of the navbar: full screen, size, theme colour, language.
import { CompressOutlined, ExpandOutlined, FontSizeOutlined, GlobalOutlined, SkinOutlined } from '@ant-design/icons'
import { Dropdown, Popover } from 'antd'
import { useSyncExternalStore } from 'react'
import { type PlainText, setLanguage, t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { brand, language, type Language, size, type Size } from '../../kernel/preferences.ts'
import { brandColour, swatches } from '../../kernel/theme/tokens.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './admin.module.css'

const followFullscreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

export function FullscreenButton() {
  const full = useSyncExternalStore(followFullscreen, () => document.fullscreenElement !== null)
  const toggle = async () => {
    if (!document.fullscreenEnabled) {
      notify.warning(t('您的浏览器不支持全屏'))
      return
    }
    await (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  }
  const text = full ? t('退出全屏') : t('全屏')
  return (
    <button type="button" className={buttonStyles.iconBtn} onClick={() => void toggle()} aria-label={text} title={text}>
      {full ? <CompressOutlined /> : <ExpandOutlined />}
    </button>
  )
}

export function SizeButton() {
  const chosen = size.use()
  const names: [Size, string][] = [
    ['default', t('默认')],
    ['medium', t('中等')],
    ['small', t('小')],
    ['mini', t('最小')],
  ]
  const choose = (next: Size) => {
    size.set(next)
    notify.success(t('字体切换成功！'))
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: names.map(([key, label]) => ({ key, label, disabled: key === chosen })),
        selectable: true,
        selectedKeys: [chosen],
        onClick: ({ key }) => choose(key as Size),
      }}
    >
      <button type="button" className={buttonStyles.iconBtn} aria-label={t('字体大小')} title={t('字体大小')}>
        <FontSizeOutlined />
      </button>
    </Dropdown>
  )
}

const colours: [string, PlainText][] = [
  [brandColour, '靛蓝'],
  [swatches.teal, '黛青'],
  [swatches.green, '松绿'],
  [swatches.violet, '紫檀'],
  [swatches.red, '朱红'],
  [swatches.ochre, '赭石'],
  [swatches.magenta, '玫紫'],
  [swatches.slate, '墨灰'],
]

function ThemePanel() {
  const chosen = brand.use()
  return (
    <div className={styles.themePanel}>
      <fieldset className={styles.themeSwatches} aria-label={t('主题色')}>
        {colours.map(([colour, name]) => (
          <button
            key={colour}
            type="button"
            style={{ background: colour }}
            aria-pressed={chosen === colour}
            aria-label={t(name)}
            title={t(name)}
            onClick={() => brand.set(colour)}
          />
        ))}
      </fieldset>
      <label className={styles.themeOwn}>
        {t('自定义颜色')}
        <input type="color" value={chosen} onChange={(event) => brand.set(event.target.value)} />
      </label>
    </div>
  )
}

export function ThemeButton() {
  return (
    <Popover trigger="click" placement="bottomRight" content={<ThemePanel />}>
      <button type="button" className={buttonStyles.iconBtn} aria-label={t('主题色')} title={t('主题色')}>
        <SkinOutlined />
      </button>
    </Popover>
  )
}

export function LanguageMenu() {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'zh', label: '中文' },
          { key: 'en', label: 'English' },
        ],
        selectable: true,
        selectedKeys: [language.use()],
        onClick: ({ key }) => void setLanguage(key as Language),
      }}
    >
      <button type="button" className={buttonStyles.iconBtn} aria-label={t('语言')} title={t('语言')}>
        <GlobalOutlined />
      </button>
    </Dropdown>
  )
}
