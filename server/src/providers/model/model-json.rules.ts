// Texts of models: without their thoughts, and the JSON in them.

/** A text without the thoughts that some services leave in it. */
export function withoutThoughts(text: string): { text: string; thought: boolean } {
  // thoughts that were cut have no end, those of some templates no beginning
  const begun = text.replaceAll(/<think>[\s\S]*?(?:<\/think>|$)/g, '')
  const end = begun.lastIndexOf('</think>')
  const rest = end >= 0 ? begun.slice(end + '</think>'.length) : begun
  return { text: rest.trim(), thought: rest !== text }
}

/** The JSON value in a text: the whole, what a fence holds, or the first complete object. undefined without one. */
export function jsonIn(text: string): unknown {
  for (const candidate of candidates(text)) {
    try {
      return JSON.parse(candidate) as unknown
    } catch {
      // the next candidate
    }
  }
  return undefined
}

function* candidates(text: string) {
  yield text
  for (const [at, inside] of text.split('```').entries()) if (at % 2 === 1) yield inside.replace(/^json/, '')
  const object = firstObject(text)
  if (object !== undefined) yield object
}

/** From the first brace to the one that closes it; braces in texts do not count. */
function firstObject(text: string): string | undefined {
  const start = text.indexOf('{')
  if (start < 0) return undefined
  let [depth, quoted] = [0, false]
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return text.slice(start, at + 1)
  }
  return undefined
}

type Part = {
  choices?: { delta?: { content?: string | null; reasoning_content?: string | null }; finish_reason?: string | null }[]
  usage?: unknown
}

/** An answer that was streamed although none was asked for, as one answer; undefined when the text is no stream. */
export function unstreamed(text: string): object | undefined {
  const lines = text.split('\n').filter((line) => line.startsWith('data:'))
  if (lines.length === 0 || text.trimStart().startsWith('{')) return undefined
  let [content, reasoning, finish, usage] = ['', '', null as string | null, undefined as unknown]
  for (const line of lines) {
    const data = line.slice(5).trim()
    if (data === '[DONE]' || data === '') continue
    const part = jsonIn(data) as Part | undefined
    const choice = part?.choices?.[0]
    content += choice?.delta?.content ?? ''
    reasoning += choice?.delta?.reasoning_content ?? ''
    finish = choice?.finish_reason ?? finish
    usage = part?.usage ?? usage
  }
  return { choices: [{ message: { content, reasoning_content: reasoning }, finish_reason: finish }], usage }
}
