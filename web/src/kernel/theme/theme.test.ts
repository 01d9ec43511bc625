import { theme } from 'antd'
import { describe, expect, it } from 'vitest'
import { antdTokens } from './theme.ts'
import { dark, light } from './tokens.ts'

const channels = (colour: string) => {
  const hex = colour.length === 4 ? colour.replaceAll(/[\da-f]/g, '$&$&') : colour
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
}
const brightness = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** Contrast of two colours by WCAG 2.2. */
const contrast = (one: string, other: string) => {
  const [low = 0, high = 0] = [brightness(one), brightness(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe.each([
  ['light', light, theme.getDesignToken({ token: antdTokens.light })],
  ['dark', dark, theme.getDesignToken({ token: antdTokens.dark, algorithm: theme.darkAlgorithm })],
])('%s', (_name, colours, shown) => {
  it('gives Ant Design the colours of the style sheets', () => {
    expect({ ok: shown.colorSuccess, warn: shown.colorWarning, danger: shown.colorError }).toEqual({
      ok: colours.ok,
      warn: colours.warn,
      danger: colours.danger,
    })
    expect(shown).toMatchObject({ colorBgLayout: colours.bg, colorBorder: colours.controlLine, colorBorderSecondary: colours.line })
  })

  it('has readable text on every background', () => {
    const words = [colours.text, colours.text2, colours.ok, colours.warn, colours.danger]
    const pairs = [
      ...words.flatMap((word) => [colours.bg, colours.surface, colours.raised].map((ground) => [word, ground] as const)),
      [colours.ok, colours.okSoft] as const,
      [colours.warn, colours.warnSoft] as const,
      [colours.danger, colours.dangerSoft] as const,
      [colours.placeholder, colours.surface] as const,
    ]
    expect(pairs.filter(([word, ground]) => contrast(word, ground) < 4.5)).toEqual([])
  })
})
