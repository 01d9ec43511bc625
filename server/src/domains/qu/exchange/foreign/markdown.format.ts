// Parses quizzes in Markdown: a stem, then a list whose right items are ticked, `- [x] right` and `- [ ] wrong`.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { optionsOf, type Reading, type ReadQuestion, warn } from '../exchange.rules.ts'
import { formulasIn } from '../sheet/sheet-text.format.ts'
import { escape } from './package-media.format.ts'

const ticked = /^\s*(?:[-*+]|\d{1,2}[.)])\s+\[([ xX✓√])\]\s*(.*)$/
const heading = /^(#{1,6})\s+(.*?)\s*#*\s*$/
const numbered = /^\s*(?:\*\*)?(?:(?:Q(?:uestion)?|第)?\s*\d{1,4}\s*(?:题)?\s*[.、．:：)）])\s*/i
const explained = /^\s*(?:>\s*)?(?:\*\*)?(?:解析|答案解析|explanation|feedback)(?:\*\*)?\s*[:：](?:\*\*)?\s*(.*)$/i
const fence = /^\s*(?:```|~~~)/

/** Whether a text has at least one list with a ticked item and two items. */
export function isMarkdownQuiz(text: string): boolean {
  const lines = text.split(/\r?\n/)
  return lines.some((line) => /^\s*[-*+]\s+\[[xX✓√]\]/.test(line)) && lines.filter((line) => ticked.test(line)).length > 1
}

/** Emphasis, code, pictures and links of a line. */
export function inlineOf(line: string): string {
  return formulasIn(
    escape(line.trim())
      .replaceAll(/(?<!\\)\$([^$\s](?:[^$]*[^$\s\\])?)\$(?!\d)/g, (_all, latex: string) => String.raw`\(${latex}\)`)
      .replaceAll(/!\[([^\]]*)\]\((https?:[^)\s]+)\)/g, '<img src="$2" alt="$1">')
      .replaceAll(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2">$1</a>')
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll(/\*\*([^*]+)\*\*|__([^_]+)__/g, (_all, one = '', two = '') => `<strong>${one}${two}</strong>`)
      .replaceAll(/(?<![\w*])\*([^*\s][^*]*)\*(?!\w)/g, '<em>$1</em>'),
  )
}

function htmlOf(lines: string[]): string {
  const parts: string[] = []
  let code: string[] | undefined
  for (const line of lines)
    if (fence.test(line)) {
      if (code) parts.push(`<pre>${escape(code.join('\n'))}</pre>`)
      code = code ? undefined : []
    } else if (code) code.push(line)
    else if (line.trim() !== '') parts.push(`<p>${inlineOf(line)}</p>`)
  return [...parts, ...(code ?? []).map((line) => `<p>${escape(line)}</p>`)].join('')
}

type Own = { line: number; stem: string[]; options: { text: string; isRight: boolean }[]; analysis: string[] }
const opened = (line: number): Own => ({ line, stem: [], options: [], analysis: [] })

/** Headings without a list below are chapters; the last one before a question is its stem where nothing else is. */
export function parseMarkdown(given: string): Omit<Reading, 'files'> {
  const questions: ReadQuestion[] = []
  let own = opened(1)
  let [chapter, title] = ['', '']
  let isCode = false
  const close = (line: number) => {
    if (own.options.length > 0) questions.push(questionOf(own, title, chapter, questions.length + 1))
    own = opened(line)
  }
  for (const [at, line] of given.split(/\r?\n/).entries()) {
    if (fence.test(line)) isCode = !isCode
    const option = isCode ? null : ticked.exec(line)
    const head = isCode ? null : heading.exec(line)
    const why = isCode ? null : explained.exec(line)
    if (option) own.options.push({ text: option[2] ?? '', isRight: option[1] !== ' ' })
    else if (head) {
      close(at + 1)
      if (title !== '' && (head[1] ?? '').length > 1 && questions.length === 0) chapter = title
      title = head[2] ?? ''
      own.stem = []
    } else if (why && own.options.length > 0) own.analysis.push(why[1] ?? '')
    else if (own.options.length > 0 && /^\s*>/.test(line)) own.analysis.push(line.replace(/^\s*>\s?/, ''))
    else if (own.options.length > 0 && /^\s{2,}\S/.test(line)) own.options.at(-1)!.text += ` ${line.trim()}`
    else if (line.trim() === '' || /^\s*(?:-{3,}|\*{3,})\s*$/.test(line)) {
      if (own.options.length === 0 && !isCode && own.stem.length > 0) own.stem.push('')
    } else {
      if (own.options.length > 0) close(at + 1)
      if (own.stem.length === 0) own.line = at + 1
      own.stem.push(line)
    }
  }
  close(0)
  return { questions, notes: [] }
}

function questionOf({ line, stem, options, analysis }: Own, title: string, chapter: string, row: number): ReadQuestion {
  // text before the last empty line that is no list belongs to the heading above
  const own = stem.length > 0 ? stem : [title]
  const [first = '', ...rest] = own
  const rights = options.filter((one) => one.isRight).length
  const texts = options.map((one) => one.text.trim().toLowerCase())
  const isTruth = ['true,false', '正确,错误', '对,错'].includes(texts.join())
  const quType = rights > 1 ? QuType.multiple : isTruth ? QuType.trueFalse : QuType.single
  const content = htmlOf([first.replace(numbered, ''), ...rest])
  const problems = rights === 0 ? [warn(row, '答案', say('answerMissing'))] : []
  return {
    row,
    line,
    chapter: stem.length > 0 && title !== '' && !numbered.test(title) ? title : chapter,
    quType,
    level: QuLevel.normal,
    tags: [],
    body: {
      content,
      analysis: htmlOf(analysis),
      options: optionsOf(options.map((one) => ({ content: `<p>${inlineOf(one.text)}</p>`, isRight: one.isRight }))),
    },
    problems,
  }
}
