// The nodes of KaTeX's parser that are typeset. The parser of the pages reads the formulas of printed documents too.
export type Mode = 'math' | 'text'
export type Style = 'display' | 'text' | 'script' | 'scriptscript'
export type Measurement = { number: number; unit: string }
/** A node for each of the types. */
type Of<T extends string, F = object> = T extends string ? { type: T; mode: Mode } & F : never
type Body = { body: ParseNode[] }
type One = { body: ParseNode }
export type Operator = Of<'op', { name?: string; symbol: boolean; body?: ParseNode[]; limits: boolean; alwaysHandleSupSub?: boolean }>
export type OperatorName = Of<'operatorname', Body & { alwaysHandleSupSub: boolean; limits: boolean }>
export type Column = { type: 'align'; align: string } | { type: 'separator'; separator: string }
export type ArrayNode = Of<
  'array',
  {
    body: ParseNode[][]
    cols?: Column[]
    colSeparationType?: string
    addJot?: boolean
    arraystretch: number
    hLinesBeforeRow: boolean[][]
    tags?: (boolean | ParseNode[])[]
  }
>
export type Scripts = Of<'supsub', { base: ParseNode | null; sup?: ParseNode; sub?: ParseNode }>
export type Letter = Of<'mathord' | 'textord', { text: string }>
export type Fraction = Of<
  'genfrac',
  { numer: ParseNode; denom: ParseNode; hasBarLine: boolean; leftDelim: string | null; rightDelim: string | null }
>
export type ParseNode =
  | ArrayNode
  | Fraction
  | Letter
  | Operator
  | OperatorName
  | Scripts
  | Of<'accent' | 'accentUnder', { label: string; isStretchy?: boolean; base: ParseNode }>
  | Of<'atom', { family: string; text: string }>
  | Of<'color', Body & { color: string }>
  | Of<'cr', { newLine: boolean }>
  | Of<'delimsizing', { size: number; mclass: string; delim: string }>
  | Of<'enclose', One & { label: string; backgroundColor?: string }>
  | Of<'font', One & { font: string }>
  | Of<'horizBrace', { label: string; base: ParseNode }>
  | Of<'htmlmathml', { mathml: ParseNode[] }>
  | Of<'internal' | 'relax'>
  | Of<'kern', { dimension: Measurement }>
  | Of<'lap', One & { alignment: string }>
  | Of<'leftright', Body & { left: string; right: string }>
  | Of<'mathchoice', Record<Style, ParseNode[]>>
  | Of<'mclass', Body & { mclass: string }>
  | Of<'middle', { delim: string }>
  | Of<'ordgroup' | 'hbox' | 'phantom' | 'pmb', Body>
  | Of<'overline' | 'underline' | 'vphantom' | 'vcenter' | 'smash', One>
  | Of<'raisebox', One & { dy: Measurement }>
  | Of<'rule', { width: Measurement; height: Measurement; shift: Measurement | null }>
  | Of<'sizing', Body & { size: number }>
  | Of<'spacing', { text: string }>
  | Of<'sqrt', One & { index: ParseNode | null }>
  | Of<'styling', Body & { style: Style; resetFont?: boolean }>
  | Of<'tag', Body & { tag: ParseNode[] }>
  | Of<'text', Body & { font?: string }>
  | Of<'verb', { body: string }>
  | Of<'xArrow', { label: string; body: ParseNode | null; below?: ParseNode }>
