// The title of a question in lists: plain text, in which formulas are readable without knowing LaTeX.
import { t } from '../kernel/i18n.ts'

const symbols: Record<string, string> = {
  times: '×', div: '÷', pm: '±', cdot: '·', le: '≤', leq: '≤', ge: '≥', geq: '≥', ne: '≠', neq: '≠', approx: '≈', equiv: '≡', infty: '∞',
  sum: '∑', prod: '∏', int: '∫', lim: 'lim', partial: '∂', nabla: '∇', in: '∈', notin: '∉', subset: '⊂', cup: '∪', cap: '∩', emptyset: '∅',
  forall: '∀', exists: '∃', to: '→', rightarrow: '→', leftarrow: '←', Rightarrow: '⇒', Leftrightarrow: '⇔', angle: '∠', perp: '⊥', parallel: '∥',
  triangle: '△', circ: '°', degree: '°', therefore: '∴', because: '∵', cdots: '⋯', ldots: '…', dots: '…', prime: '′', alpha: 'α', beta: 'β',
  gamma: 'γ', delta: 'δ', epsilon: 'ε', varepsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π',
  rho: 'ρ', sigma: 'σ', tau: 'τ', varphi: 'φ', phi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ', Theta: 'Θ', Lambda: 'Λ',
  Sigma: 'Σ', Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω', sin: 'sin', cos: 'cos', tan: 'tan', cot: 'cot', log: 'log', ln: 'ln', lg: 'lg', max: 'max', min: 'min',
} // prettier-ignore
const silent = /\\(?:left|right|displaystyle|textstyle|limits|[,;:! ])|\\q?quad\b/g
const wrapped = /\\(?:text|mathrm|mathbf|mathit|mathbb|boldsymbol|operatorname|overline|underline|vec|hat|bar)\s*\{([^{}]*)\}/g
const fraction = /\\[dtc]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g
const root = /\\sqrt\s*(?:\[([^[\]]*)\])?\s*\{([^{}]*)\}/g
const script = /([\^_])\{([^{}]*)\}/g
/** E=mc^2 without any command; 2^10 and names such as a_2 are left as they are. */
const power = /(?<=[\p{L})\]])\^(\d)(?!\d)/gu
const latex = /\\(?:[A-Za-z]+|[%&#])|[\^_]\{/
/** Signs that LaTeX writes with a stroke in front. */
const escaped = /\\([%&#$_{}])/g
/** The title keeps a space around each formula, which Chinese signs have of themselves. */
const loose = / +(?=[，。；：？！、（）【】《》])|(?<=[，。；：？！、（）【】《》]) +/g

const signsOf = (text: string): string[] => text.match(/./gsu) ?? []
const [up, down] = [signsOf('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ'), signsOf('₀₁₂₃₄₅₆₇₈₉₊₋ₙ')]
const plain = '0123456789+-n'
/** One number, word or bracket needs no brackets of its own. */
const isOne = (text: string) => /^(?:[\p{L}\p{N}.]+|\([^()]*\))$/u.test(text)
const held = (text: string) => (isOne(text.trim()) ? text.trim() : `(${text.trim()})`)

function scripted(sign: string, text: string): string {
  if (sign === '^' && /^[°′]$/.test(text.trim())) return text.trim()
  const signs = sign === '^' ? up : down
  const found = signsOf(text.trim()).map((one) => signs[plain.indexOf(one)])
  return found.every((one) => one !== undefined) ? found.join('') : `${sign}${held(text)}`
}

/** The innermost parts first, until nothing changes. */
function unfolded(text: string): string {
  const next = text
    .replaceAll(wrapped, '$1')
    .replaceAll(script, (_all, sign: string, inner: string) => scripted(sign, inner))
    .replaceAll(fraction, (_all, above: string, below: string) => `${held(above)}/${held(below)}`)
    .replaceAll(root, (_all, index: string | undefined, inner: string) => `${index ? scripted('^', index) : ''}√${held(inner)}`)
  return next === text ? text : unfolded(next)
}

/** A text with formulas in LaTeX, written with the signs that a keyboard or Unicode has. What it does not know stays as it is. */
export function readableLatex(text: string): string {
  if (!latex.test(text)) return text.replaceAll(power, (_all, digit: string) => scripted('^', digit))
  const named = text.replaceAll(silent, ' ').replaceAll(/\\([A-Za-z]+)/g, (all, name: string) => symbols[name] ?? all)
  return unfolded(named)
    .replaceAll(/([\^_])(\d)/g, (_all, sign: string, digit: string) => scripted(sign, digit))
    .replaceAll(escaped, '$1')
    .replaceAll(loose, '')
}

/** The title of a question as lists show it; a stem of pictures alone has none. */
export const questionTitle = (title: string): string => (title === '' ? t('（图片题）') : readableLatex(title))
