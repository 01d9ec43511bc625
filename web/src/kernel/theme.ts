// One look for both areas (ui.md): brand colour, size and darkness in, Ant Design's theme out.
import { type ConfigProviderProps, theme } from 'antd'
import { brand, size, type Size, useDark } from './preferences.ts'
import { useMedia } from './useMedia.ts'

/** The class that carries Ant Design's CSS variables; on <body>, so that every style sheet may use var(--ant-…). */
export const THEME_CLASS = 'shuyuan'

const scale: Record<Size, { text: number; component: 'small' | 'medium' | 'large' }> = {
  default: { text: 15, component: 'large' },
  medium: { text: 14, component: 'medium' },
  small: { text: 13, component: 'small' },
  mini: { text: 12, component: 'small' },
}

const lighten = (colour: string, share: number) => mix(colour, 255, share)
const darken = (colour: string, share: number) => mix(colour, 0, share)

/** A colour as #rrggbb, mixed with a grey (0 to 255) of which it gets this share (0 to 1). */
function mix(colour: string, grey: number, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return `#${parts
    .map((part) =>
      Math.round(part + (grey - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** The same greys as in app.css; what is read keeps a contrast of 4.5 to 1. */
const light = {
  colorBgLayout: '#f6f7f9',
  colorTextBase: '#1b1f27',
  colorTextTertiary: '#596170',
  colorTextDescription: '#596170',
  colorTextPlaceholder: '#697180',
  colorBorderSecondary: '#e4e7ed',
  colorSuccess: '#18794e',
  colorSuccessBg: '#e9f7ef',
  colorSuccessBorder: '#a9dcc0',
  colorWarning: '#a15c00',
  // what Ant Design derives from so dark an amber is mud
  colorWarningBg: '#fff5e0',
  colorWarningBorder: '#f5cf8f',
  colorError: '#c62f35',
  colorErrorBg: '#fdeeee',
  colorErrorBorder: '#f3b9bb',
}
const dark = {
  colorBgLayout: '#0f1114',
  colorBgContainer: '#16191e',
  colorBgElevated: '#1d2127',
  colorBgSpotlight: '#3a414c',
  colorTextBase: '#e8eaee',
  colorTextTertiary: '#a0a8b5',
  colorTextDescription: '#a0a8b5',
  colorTextPlaceholder: '#8d96a4',
  colorBorder: '#434b57',
  colorBorderSecondary: '#2a2f37',
  colorSuccess: '#5fd38d',
  colorWarning: '#f0b357',
  colorError: '#ff8589',
}

type Look = Required<Pick<ConfigProviderProps, 'theme' | 'componentSize'>>

/** The theme for Ant Design as the user's choices stand. */
export function useLook(): Look {
  const isDark = useDark()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const chosen = brand.use()
  // on dark grounds the brand colour is lighter, so that text in it can be read, and what stands on it is dark
  const colorPrimary = isDark ? lighten(chosen, 0.45) : chosen
  const { text, component } = scale[size.use()]
  return {
    componentSize: component,
    theme: {
      cssVar: { key: THEME_CLASS },
      hashed: false,
      algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
      token: {
        colorPrimary,
        // Ant Design's own is lighter, and white on it can hardly be read
        ...(isDark
          ? // links have to be read on chosen rows as well
            { colorPrimaryBg: darken(chosen, 0.66), colorPrimaryBgHover: darken(chosen, 0.58) }
          : { colorPrimaryHover: darken(chosen, 0.14), colorPrimaryActive: darken(chosen, 0.25) }),
        colorInfo: colorPrimary,
        colorLink: colorPrimary,
        borderRadius: 8,
        fontSize: text,
        fontFamily:
          "system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif",
        wireframe: false,
        motion: !isStill,
        ...(isDark ? dark : light),
      },
      components: {
        Table: { headerBorderRadius: 8, cellPaddingBlockMD: 10 },
        Button: { primaryShadow: 'none', defaultShadow: 'none', ...(isDark ? { primaryColor: '#0f1114', dangerColor: '#0f1114' } : {}) },
        ...(isDark ? { Switch: { colorTextLightSolid: '#0f1114' } } : {}),
        Menu: {
          itemBorderRadius: 6,
          itemMarginInline: 8,
          subMenuItemBg: 'transparent',
          ...(isDark ? { itemSelectedBg: '#262d39', itemSelectedColor: lighten(chosen, 0.6) } : {}),
        },
      },
    },
  }
}
