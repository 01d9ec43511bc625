// Answers that are written in the gaps of the stem: `____小____`, or underlined.
export type FilledGaps = { html: string; answers: string[] }

const text = '(?:[^_＿<>]|<(?!/?u>)[^>]*>){1,60}?'
const drawn = new RegExp(`[_＿]{2,}(${text})[_＿]{2,}`, 'g')
const underlined = /<u>([^<>]{1,60})<\/u>/g
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&nbsp;|\u00a0/g, ' ')
    .trim()

/** Whether the text between two lines is an answer: short, and no part of a sentence between two empty gaps. */
const isAnswer = (given: string) => plain(given) !== '' && !/[，。；？！,;?!]/.test(plain(given)) && !/\s{2,}/.test(plain(given))

/**
 * Takes the answers out of the gaps; undefined where no gap is filled. `isFillIn`: the paper says that the question has blanks, so that
 * underlined words are answers, too.
 */
export function takeFilled(html: string, isFillIn: boolean): FilledGaps | undefined {
  const answers: string[] = []
  const empty = (of: RegExp) => (given: string) =>
    given.replaceAll(of, (all, inner: string) => {
      if (!isAnswer(inner)) return all
      answers.push(plain(inner))
      return '____'
    })
  const inLines = empty(drawn)(html)
  if (answers.length > 0) return { html: inLines, answers }
  const inUnderlines = isFillIn ? empty(underlined)(html) : html
  return answers.length > 0 ? { html: inUnderlines, answers } : undefined
}
