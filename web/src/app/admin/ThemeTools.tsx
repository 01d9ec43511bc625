// Theme tools of the navbar: full screen, size, theme colour, language.
import { CompressOutlined, ExpandOutlined, FontSizeOutlined, GlobalOutlined, SkinOutlined } from '@ant-design/icons'
import { Dropdown, Popover } from 'antd'
import { type PlainText, setLanguage, t } from '../../kernel/i18n.ts'
import { brand, language, type Language, size, sizes, type Size } from '../../kernel/state/preferences.ts'
import { brandColour, swatches } from '../../kernel/theme/tokens.ts'
import { chooseSize, sizeNames } from '../display/size-names.ts'
import { useFullscreen } from '../display/useFullscreen.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './admin.module.css'

export function FullscreenButton() {
  const { full, text, toggle } = useFullscreen()
  return (
    <button type="button" className={buttonStyles.iconBtn} onClick={() => void toggle()} aria-label={text} title={text}>
      {full ? <CompressOutlined /> : <ExpandOutlined />}
    </button>
  )
}

export function SizeButton() {
  const chosen = size.use()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: sizes.map((key) => ({ key, label: t(sizeNames[key]), disabled: key === chosen })),
        selectable: true,
        selectedKeys: [chosen],
        onClick: ({ key }) => chooseSize(key as Size),
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
