// Signs that are drawn over, under or around others: KaTeX's commands, the characters of its MathML, and what the template draws.

/** Accents by their combining character: the commands, and the characters that KaTeX's MathML has for them. */
const accents: [combining: string, commands: string, signs: string][] = [
  ['\u0302', '\\hat \\widehat \\^', '^ˆ'],
  ['\u0303', '\\tilde \\widetilde \\~', '~˜'],
  ['\u0304', '\\bar \\=', 'ˉ¯'],
  ['\u0301', "\\acute \\'", 'ˊ´'],
  ['\u0300', '\\grave \\`', 'ˋ`'],
  ['\u0306', '\\breve \\u', '˘'],
  ['\u030C', '\\check \\widecheck \\v', 'ˇ'],
  ['\u0307', '\\dot \\.', '˙'],
  ['\u0308', '\\ddot \\"', '¨'],
  ['\u030A', '\\mathring \\r', '˚'],
  ['\u030B', '\\H', '˝'],
  ['\u20D7', '\\vec \\overrightarrow', '\u20D7→'],
  ['\u20D6', '\\overleftarrow', '←'],
  ['\u20E1', '\\overleftrightarrow', '↔'],
  ['\u20D0', '\\overleftharpoon', '↼'],
  ['\u20D1', '\\overrightharpoon', '⇀'],
]
const accentOfCommand = new Map(accents.flatMap(([mark, commands]) => commands.split(' ').map((one) => [one, mark] as const)))
const accentOfSign = new Map(accents.flatMap(([mark, , signs]) => Array.from(signs).map((one) => [one, mark] as const)))

const braces: [name: string, commands: string, sign: string][] = [
  ['overbrace', '\\overbrace', '⏞'],
  ['underbrace', '\\underbrace', '⏟'],
  ['overbracket', '\\overbracket', '⎴'],
  ['underbracket', '\\underbracket', '⎵'],
  ['overparen', '\\overgroup', '⏠'],
  ['underparen', '\\undergroup', '⏡'],
  ['overline', '\\overline', '‾'],
  ['underline', '\\underline', '‾'],
]
const braceOfCommand = new Map(braces.map(([name, command]) => [command, name]))

/** Arrows with text above or below, and under a base. */
const arrows: [sign: string, commands: string][] = [
  ['←', 'xleftarrow underleftarrow'],
  ['→', 'xrightarrow underrightarrow'],
  ['↔', 'xleftrightarrow underleftrightarrow'],
  ['⇒', 'xRightarrow'],
  ['⇐', 'xLeftarrow'],
  ['⇔', 'xLeftrightarrow'],
  ['↩', 'xhookleftarrow'],
  ['↪', 'xhookrightarrow'],
  ['↦', 'xmapsto'],
  ['↼', 'xleftharpoonup'],
  ['⇀', 'xrightharpoonup'],
  ['⇁', 'xrightharpoondown'],
  ['↽', 'xleftharpoondown'],
  ['⇌', 'xrightleftharpoons xrightequilibrium'],
  ['⇋', 'xleftrightharpoons xleftequilibrium'],
  ['↞', 'xtwoheadleftarrow'],
  ['↠', 'xtwoheadrightarrow'],
  ['=', 'xlongequal'],
  ['⇄', 'xtofrom xrightleftarrows'],
]
const arrowOfCommand = new Map<string, string>(
  arrows.flatMap(([sign, commands]) => commands.split(' ').map((one) => [`\\${one}`, sign] as const)),
)

/** The combining character of a command such as `\hat`. */
export const accentOf = (command: string) => accentOfCommand.get(command)
/** The combining character of the sign that stands for an accent in MathML. */
export const accentOfMathml = (sign: string) => accentOfSign.get(sign)
/** The template's name of a command such as `\overbrace`. */
export const braceOf = (command: string) => braceOfCommand.get(command)
/** The template's name of the brace or line that MathML shows over or under a base. */
export const braceOfMathml = (sign: string, isOver: boolean) =>
  braces.find(([name, , one]) => one === sign && name.startsWith(isOver ? 'over' : 'under'))?.[0]
/** The arrow that a command such as `\xrightarrow` stretches. */
export const arrowOf = (command: string) => arrowOfCommand.get(command)

/** Strikes and boxes: the command, and `notation` in MathML. */
export const enclosures: Record<string, string> = {
  '\\cancel': 'updiagonalstrike',
  '\\bcancel': 'downdiagonalstrike',
  '\\xcancel': 'updiagonalstrike downdiagonalstrike',
  '\\sout': 'horizontalstrike',
  '\\fbox': 'box',
}
