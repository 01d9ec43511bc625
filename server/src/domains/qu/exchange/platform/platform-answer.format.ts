// The answers of papers of learning platforms, written as our own papers have them.
import { QuType } from '@shuyuan/contract/qu/content.ts'

const numbered = /^[（(]?\s*(?:第\s*)?[\d一二三四五六七八九十]{1,3}\s*(?:[)）]|空\s*[:：]?)\s*/
const chosen = /(?:^|[;；,，\s])([A-Z])\s*[:：.、]/g
const truths = /^(?:对|错|正确|错误|√|×|是|否)$/

export const isVerdict = (text: string): boolean => truths.test(text)

/** The letters of `B:北京;` or `A:甲;C:丙;`; other texts as they are. */
function lettersOf(text: string): string {
  if (!/^[A-Z]\s*[:：.、]/.test(text)) return text.replace(/[;；]+$/, '')
  const found = [...text.matchAll(chosen)].map(([, letter = '']) => letter)
  return found.filter((letter, at) => at === 0 || letter > (found[at - 1] ?? '')).join('')
}

/** The texts of blanks, one for each; what stands between ； in one of several is an alternative. */
export function blanksOf(lines: readonly string[]): string[] {
  const parts = lines.flatMap((line) => line.split(/\s+(?=[（(]\s*\d{1,2}\s*[)）])|[;；](?=\s*[（(]\s*\d{1,2}\s*[)）])/))
  const texts = parts.map((part) => part.trim().replace(/[;；]+$/, '')).filter((part) => part !== '')
  if (!texts.some((part) => numbered.test(part))) return texts
  const found: string[] = []
  for (const text of texts)
    if (numbered.test(text)) found.push(text.replace(numbered, ''))
    else if (found.length > 0) found.push(`${found.pop()}${text}`)
    else found.push(text)
  return found.map((one) =>
    one
      .trim()
      .split(/\s*[;；]\s*/)
      .filter((alternative) => alternative !== '')
      .join('||'),
  )
}

/** The answer of a question as one text. @param lines the lines of its key */
export function answerText(type: number | undefined, lines: readonly string[], hasOptions: boolean): string {
  if (type === QuType.fillIn) return blanksOf(lines).join('；')
  const text = lines.join('\n').trim()
  return hasOptions || type === QuType.trueFalse ? lettersOf(text) : text
}
