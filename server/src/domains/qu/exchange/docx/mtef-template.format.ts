// What equations consist of, and their templates by the numbers of MTEF 5 and MTEF 3.

/** Something that is not read: the whole equation is left to the author. */
export class MtefUnread extends Error {}

export type MtefChar = { kind: 'char'; code: number; face: number; begins: boolean; marks: number[] }
export type MtefLine = { kind: 'line'; items: MtefNode[] }
export type MtefPile = { kind: 'pile'; lines: MtefNode[]; align: number }
export type MtefMatrix = { kind: 'matrix'; columns: number; cells: MtefNode[] }
export type MtefTemplate = { kind: 'tmpl'; version: number; selector: number; variation: number; slots: MtefNode[]; signs: MtefChar[] }
export type MtefNode = MtefChar | MtefLine | MtefPile | MtefMatrix | MtefTemplate

/** Template kind; flags for lower and upper limits. */
export type Shape =
  | { is: 'fence'; left: string; right: string }
  | { is: 'root' | 'fraction' | 'slash' | 'limit' | 'dirac' }
  | { is: 'big'; sign: string }
  | { is: 'script'; which: 'sub' | 'sup' | 'both'; before: boolean }
  | { is: 'over'; command: string }
  | { is: 'arrow'; command: string }
  | { is: 'brace'; top: boolean }

const fenceSigns = [
  [String.raw`\langle `, String.raw`\rangle `],
  ['(', ')'],
  [String.raw`\{`, String.raw`\}`],
  ['[', ']'],
  ['|', '|'],
  [String.raw`\|`, String.raw`\|`],
  [String.raw`\lfloor `, String.raw`\rfloor `],
  [String.raw`\lceil `, String.raw`\rceil `],
] as const
const fence = (at: number, left: boolean, right: boolean): Shape => ({
  is: 'fence',
  left: left ? fenceSigns[at]![0] : '.',
  right: right ? fenceSigns[at]![1] : '.',
})
const intervalSigns = ['(', ')', '[', ']'] as const
const interval = (left: number, right: number): Shape => ({ is: 'fence', left: intervalSigns[left & 3]!, right: intervalSigns[right & 3]! })

const integral = (count: number, loop: boolean): Shape => ({ is: 'big', sign: `\\${loop ? 'o' : ''}${'i'.repeat(Math.max(1, count))}nt` })
const bigSigns = ['sum', 'prod', 'coprod', 'bigcup', 'bigcap'].map((name) => `\\${name}`)
const over = (command: string): Shape => ({ is: 'over', command: `\\${command}` })
const arrow = (command: string): Shape => ({ is: 'arrow', command: `\\x${command}` })
const vector = (left: boolean, right: boolean, under: boolean): Shape =>
  over(`${under ? 'under' : 'over'}${left && right ? 'leftright' : left ? 'left' : 'right'}arrow`)

type Shapes = Record<number, (variation: number) => Shape>

const shapes5: Shapes = {
  ...Object.fromEntries(fenceSigns.map((_, at) => [at, (v: number) => fence(at, (v & 1) !== 0, (v & 2) !== 0)])),
  9: (v) => interval(v, v >> 4),
  10: () => ({ is: 'root' }),
  11: (v) => ({ is: (v & 2) === 0 ? 'fraction' : 'slash' }),
  12: () => over('underline'),
  13: () => over('overline'),
  14: (v) => arrow((v & 2) !== 0 ? 'rightleftharpoons' : (v & 1) !== 0 ? 'rightleftarrows' : arrowOf((v & 16) !== 0, (v & 32) !== 0)),
  15: (v) => integral(v & 3, (v & 12) !== 0),
  ...Object.fromEntries(bigSigns.map((sign, at) => [16 + at, (): Shape => ({ is: 'big', sign })])),
  21: () => ({ is: 'big', sign: '' }),
  22: () => ({ is: 'big', sign: '' }),
  23: () => ({ is: 'limit' }),
  24: (v) => ({ is: 'brace', top: (v & 1) !== 0 }),
  27: (v) => ({ is: 'script', which: 'sub', before: (v & 1) !== 0 }),
  28: (v) => ({ is: 'script', which: 'sup', before: (v & 1) !== 0 }),
  29: (v) => ({ is: 'script', which: 'both', before: (v & 1) !== 0 }),
  30: () => ({ is: 'dirac' }),
  31: (v) => vector((v & 1) !== 0, (v & 2) !== 0, (v & 4) !== 0),
  32: () => over('widetilde'),
  33: () => over('widehat'),
  34: () => over('overset{\\frown}'),
  36: (v) => over((v & 1) !== 0 ? 'sout' : v === 4 ? 'bcancel' : v === 6 ? 'xcancel' : 'cancel'),
  37: () => over('boxed'),
}
const arrowOf = (left: boolean, right: boolean) => (left && right ? 'leftrightarrow' : left ? 'leftarrow' : 'rightarrow')

const scripts3 = ['sup', 'sub', 'both'] as const
const script3 = (variation: number, before: boolean): Shape => ({ is: 'script', which: scripts3[variation] ?? 'both', before })

const shapes3: Shapes = {
  ...Object.fromEntries(fenceSigns.map((_, at) => [at, (v: number) => fence(at, v !== 2, v !== 1)])),
  8: () => interval(2, 2),
  9: () => interval(3, 3),
  10: () => interval(3, 2),
  11: () => interval(2, 1),
  12: () => interval(0, 3),
  13: () => ({ is: 'root' }),
  14: () => ({ is: 'fraction' }),
  15: (v) => script3(v, false),
  16: () => over('underline'),
  17: () => over('overline'),
  18: () => arrow('leftarrow'),
  19: () => arrow('rightarrow'),
  20: () => arrow('leftrightarrow'),
  ...Object.fromEntries(
    [1, 2, 3].flatMap((count) => [20, 23].map((from) => [from + count, (v: number) => integral(count, from === 20 && v >= 3)])),
  ),
  27: () => ({ is: 'brace', top: true }),
  28: () => ({ is: 'brace', top: false }),
  ...Object.fromEntries(bigSigns.flatMap((sign, at) => [29, 30].map((from) => [from + 2 * at, (): Shape => ({ is: 'big', sign })]))),
  39: () => ({ is: 'limit' }),
  41: () => ({ is: 'slash' }),
  42: () => ({ is: 'big', sign: '' }),
  43: () => ({ is: 'big', sign: '' }),
  44: (v) => script3(v, true),
  45: () => ({ is: 'dirac' }),
  46: (v) => vector(v !== 1, v !== 0, true),
  47: (v) => vector(v !== 1, v !== 0, false),
  48: () => over('overset{\\frown}'),
}

/** undefined for what LaTeX has no like of: long division, joint status, brackets above. */
export const shapeOf = (version: number, selector: number, variation: number): Shape | undefined =>
  (version === 5 ? shapes5 : shapes3)[selector]?.(variation)
