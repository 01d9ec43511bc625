// The only source of colours, radii, spaces and type: theme.ts gives them to Ant Design, `npm run tokens` writes them to tokens.css.

/** The brand colour until a user or a site chooses another. */
export const brandColour = '#2b5fd9'

/** The other brand colours that are offered. */
export const swatches = {
  teal: '#0b6e6e',
  green: '#1c7a3f',
  violet: '#6a45c9',
  red: '#b3261e',
  ochre: '#a8480a',
  magenta: '#9a2a6d',
  slate: '#37474f',
} as const

/** Each key becomes a CSS variable: `lineStrong` is `--line-strong`. Text colours have a contrast of 4.5 to 1 on their backgrounds. */
export const light = {
  bg: '#f6f7f9',
  surface: '#fff',
  raised: '#fff',
  text: '#1b1f27',
  text2: '#596170',
  placeholder: '#697180',
  line: '#e4e7ed',
  lineStrong: '#878f9d',
  controlLine: '#d9d9d9',
  hover: 'rgb(20 30 50 / 5%)',
  onAccent: '#fff',
  ok: '#18794e',
  okSoft: '#e9f7ef',
  okLine: '#a9dcc0',
  warn: '#a15c00',
  warnSoft: '#fff5e0',
  warnLine: '#f5cf8f',
  danger: '#c62f35',
  dangerSoft: '#fdeeee',
  dangerLine: '#f3b9bb',
  neutralSoft: '#f6f6f6',
  // the drawing of an empty list
  emptyLine: '#dddddf',
  emptyShade: '#f6f6f6',
  emptyTray: '#fafbfb',
}
type Colours = typeof light

export const dark: Colours = {
  bg: '#0f1114',
  surface: '#16191e',
  raised: '#1d2127',
  text: '#e8eaee',
  text2: '#a0a8b5',
  placeholder: '#8d96a4',
  line: '#2a2f37',
  lineStrong: '#6d7684',
  controlLine: '#434b57',
  hover: 'rgb(255 255 255 / 6%)',
  onAccent: '#0f1114',
  ok: '#54b67b',
  okSoft: '#18251e',
  okLine: '#2b4d38',
  warn: '#cf9b4d',
  warnSoft: '#292117',
  warnLine: '#564428',
  danger: '#dc7477',
  dangerSoft: '#2c1c1e',
  dangerLine: '#5b3637',
  neutralSoft: '#272a2f',
  emptyLine: '#3c3f43',
  emptyShade: '#272a2f',
  emptyTray: '#1e2126',
}

/** Colours for Ant Design on dark backgrounds. Its algorithm dims the seeds: the results are `ok`, `warn` and `danger`. */
export const darkAntd = { okSeed: '#5fd38d', warnSeed: '#f0b357', dangerSeed: '#ff8589', spotlight: '#3a414c', menuChosen: '#262d39' }

/** The same in both themes: videos are on black, codes and papers on white. */
export const fixedColours = {
  film: '#000',
  paper: '#fff',
  scrim: 'rgb(0 0 0 / 45%)',
  scrimStrong: 'rgb(0 0 0 / 70%)',
}

/** Derived from the brand colour, which changes while the page is open; theme.ts computes the same for Ant Design. */
export const lightOfBrand = {
  accent: 'var(--brand)',
  primary: 'var(--brand)',
  accentSoft: 'color-mix(in srgb, var(--brand) 9%, transparent)',
  infoSoft: 'color-mix(in srgb, var(--brand) 8%, white)',
}
export const darkOfBrand: typeof lightOfBrand = {
  accent: 'color-mix(in oklab, var(--brand) 62%, white)',
  primary: 'color-mix(in srgb, color-mix(in srgb, var(--brand) 55%, white) 85%, #141414)',
  accentSoft: 'color-mix(in srgb, var(--brand) 26%, transparent)',
  infoSoft: '#1d1f29',
}

export const lightShadows = {
  shadow: '0 1px 2px rgb(20 30 50 / 4%), 0 8px 24px rgb(20 30 50 / 6%)',
  shadowSmall: '0 1px 3px rgb(20 30 50 / 12%)',
}
export const darkShadows = {
  shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 40%)',
}

/** In px. */
export const radii = { radiusXs: 4, radiusS: 6, radius: 8, radiusM: 10, radiusL: 12, radiusXl: 16 }

/** In px: a grid of 4. */
export const spaces = { space1: 4, space2: 8, space3: 12, space4: 16, space5: 20, space6: 24, space8: 32 }

/** In rem: the root size follows the size that the user has chosen. */
export const type = {
  typeTiny: 0.6875,
  typeSmall: 0.75,
  typeNote: 0.8125,
  typeBody: 0.875,
  typeLead: 0.9375,
  typeStrong: 1,
  typeCard: 1.0625,
  typeSection: 1.125,
  typePanel: 1.25,
  typePage: 1.375,
  typeFigure: 1.5,
  typeHero: 2,
}

export const fonts =
  "system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"
