// Ant Design's theme for both areas (ui.md), from brand colour, size, and light or dark.
import { type ConfigProviderProps, theme } from 'antd'
import { brand, rootPx, size, type Size, useDark } from '../state/preferences.ts'
import { dark, darkAntd, fonts, light, radii, type as scale } from './tokens.ts'
import { useMedia } from '../state/useMedia.ts'

/** The class that contains Ant Design's CSS variables; on <body>, so that every style sheet may use var(--ant-…). */
export const THEME_CLASS = 'shuyuan'

const componentOf: Record<Size, 'small' | 'medium' | 'large'> = { default: 'large', medium: 'medium', small: 'small', mini: 'small' }
/** The text size of a choice, in whole pixels. */
const textOf = (chosen: Size) => Math.round(rootPx[chosen] * scale.typeBody)

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

/** The colours that are not derived from the brand, by Ant Design's names. */
const coloursOf = (colours: typeof light) => ({
  colorBgLayout: colours.bg,
  colorBgContainer: colours.surface,
  colorBgElevated: colours.raised,
  colorTextBase: colours.text,
  colorTextTertiary: colours.text2,
  colorTextDescription: colours.text2,
  colorTextPlaceholder: colours.placeholder,
  colorBorder: colours.controlLine,
  colorBorderSecondary: colours.line,
  // the background that Ant Design derives from a dark amber is too dull
  colorSuccessBg: colours.okSoft,
  colorSuccessBorder: colours.okLine,
  colorWarningBg: colours.warnSoft,
  colorWarningBorder: colours.warnLine,
  colorErrorBg: colours.dangerSoft,
  colorErrorBorder: colours.dangerLine,
})

/** Ant Design's tokens that do not depend on the user's settings. */
export const antdTokens = {
  light: { ...coloursOf(light), colorSuccess: light.ok, colorWarning: light.warn, colorError: light.danger },
  dark: {
    ...coloursOf(dark),
    colorSuccess: darkAntd.okSeed,
    colorWarning: darkAntd.warnSeed,
    colorError: darkAntd.dangerSeed,
    colorBgSpotlight: darkAntd.spotlight,
  },
}

type ThemeProps = Required<Pick<ConfigProviderProps, 'theme' | 'componentSize'>>

/** Ant Design's theme for the user's present settings. */
export function useTheme(): ThemeProps {
  const isDark = useDark()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const chosen = brand.use()
  // on dark backgrounds the brand colour is lighter, so that text in it is readable; text on it is dark
  const colorPrimary = isDark ? lighten(chosen, 0.45) : chosen
  const chosenSize = size.use()
  return {
    componentSize: componentOf[chosenSize],
    theme: {
      cssVar: { key: THEME_CLASS },
      hashed: false,
      algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
      token: {
        colorPrimary,
        // Ant Design's own is lighter, with too little contrast to white
        ...(isDark
          ? // links must be readable on selected rows as well
            { colorPrimaryBg: darken(chosen, 0.66), colorPrimaryBgHover: darken(chosen, 0.58) }
          : { colorPrimaryHover: darken(chosen, 0.14), colorPrimaryActive: darken(chosen, 0.25) }),
        colorInfo: colorPrimary,
        colorLink: colorPrimary,
        borderRadius: radii.radius,
        fontSize: textOf(chosenSize),
        fontFamily: fonts,
        wireframe: false,
        motion: !isStill,
        ...(isDark ? antdTokens.dark : antdTokens.light),
      },
      components: {
        // a rounder box of 16 px looks like a radio button
        Checkbox: { borderRadiusSM: radii.radiusXs },
        Table: { headerBorderRadius: radii.radius, cellPaddingBlockMD: 10 },
        Button: {
          primaryShadow: 'none',
          defaultShadow: 'none',
          ...(isDark ? { primaryColor: dark.onAccent, dangerColor: dark.onAccent } : {}),
        },
        ...(isDark ? { Switch: { colorTextLightSolid: dark.onAccent } } : {}),
        Menu: {
          itemBorderRadius: radii.radiusS,
          itemMarginInline: 8,
          subMenuItemBg: 'transparent',
          ...(isDark ? { itemSelectedBg: darkAntd.menuChosen, itemSelectedColor: lighten(chosen, 0.6) } : {}),
        },
      },
    },
  }
}
