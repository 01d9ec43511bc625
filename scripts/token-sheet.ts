// The style sheet of the tokens: static CSS, so that the first paint needs no script.
import * as tokens from '../web/src/kernel/theme/tokens.ts'

type Values = Record<string, string | number>

const nameOf = (key: string) => `--${key.replaceAll(/[A-Z]|\d+/g, (part) => `-${part.toLowerCase()}`)}`
const linesOf = (values: Values, unit = '') => Object.entries(values).map(([key, value]) => `  ${nameOf(key)}: ${value}${unit};`)

/** The text of web/src/kernel/theme/tokens.css. */
export function tokenSheet(): string {
  const root = [
    ...linesOf({ brand: tokens.brandColour, ...tokens.light, ...tokens.lightOfBrand, ...tokens.fixedColours, ...tokens.lightShadows }),
    ...linesOf(tokens.radii, 'px'),
    ...linesOf(tokens.spaces, 'px'),
    ...linesOf(tokens.type, 'rem'),
    ...linesOf({ font: tokens.fonts, 'color-scheme': 'light' }),
  ]
  const dark = linesOf({ ...tokens.dark, ...tokens.darkOfBrand, ...tokens.darkShadows, 'color-scheme': 'dark' })
  return [
    '/* Written by `npm run tokens` from tokens.ts; not to be edited. */',
    ':root {',
    ...root,
    '}',
    ":root[data-theme='dark'] {",
    ...dark,
    '}',
    '',
  ]
    .join('\n')
    .replaceAll('--color-scheme', 'color-scheme')
}
