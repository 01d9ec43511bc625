// The plain text of rich text (RTF): paragraphs, tabs and characters; pictures leave a mark.

/** Stands where a picture was. */
export const PICTURE = '\uFFFC'
/** Groups whose text is no text of the document. */
const hidden =
  /^(?:fonttbl|colortbl|stylesheet|info|listtable|listoverridetable|header[lrf]?|footer[lrf]?|generator|rsidtbl|themedata|datastore|object|nonshppict|fldinst|xmlnstbl|latentstyles|pntext|pnseclvl\d)$/
const token = /\\(?:([a-z]+)(-?\d+)? ?|'([\da-f]{2})|([^a-z\d\s]|\r?\n))|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi
const signs: Record<string, string> = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n',
  page: '\n',
  tab: '\t',
  cell: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
}
const pages: Record<string, string> = {
  936: 'gb18030',
  950: 'big5',
  932: 'shift_jis',
  949: 'euc-kr',
  1251: 'windows-1251',
  1250: 'windows-1250',
}

/** The text of a document; characters that are no Unicode are of the code page that it names. */
export function rtfText(rtf: string): string {
  const decoder = new TextDecoder(pages[/\\ansicpg(\d+)/.exec(rtf)?.[1] ?? ''] ?? 'windows-1252')
  const out: string[] = []
  const groups: { isHidden: boolean; skip: number }[] = [{ isHidden: false, skip: 1 }]
  let bytes: number[] = []
  let left = 0
  const flush = () => {
    if (bytes.length > 0) out.push(decoder.decode(new Uint8Array(bytes)))
    bytes = []
  }
  const say = (text: string) => {
    const top = groups.at(-1)
    if (top?.isHidden) return
    flush()
    // characters that stand for a Unicode one in old readers
    out.push(text.slice(Math.min(left, text.length)))
    left = Math.max(0, left - text.length)
  }
  for (const found of rtf.matchAll(token)) {
    const [all, word, value, hex, sign, brace, text] = found
    const top = groups.at(-1)!
    if (brace === '{') groups.push({ ...top })
    else if (brace === '}') {
      if (groups.length > 1) groups.pop()
    } else if (hex !== undefined) {
      if (left > 0) left -= 1
      else if (!top.isHidden) bytes.push(Number.parseInt(hex, 16))
    } else if (word !== undefined) {
      if (word === 'u' && value !== undefined) {
        left = 0
        say(String.fromCharCode(Number(value) & 0xffff))
        left = top.skip
      } else if (word === 'uc') top.skip = Number(value)
      else if (word === 'pict') {
        say(PICTURE)
        top.isHidden = true
      } else if (hidden.test(word)) top.isHidden = true
      else if (signs[word] !== undefined) {
        left = 0
        say(signs[word])
      }
    } else if (sign === '*') top.isHidden ||= !rtf.startsWith('\\shppict', found.index + all.length)
    else if (sign !== undefined) say(sign === '~' ? ' ' : sign === '_' ? '-' : /[\\{}]/.test(sign) ? sign : /\n/.test(sign) ? '\n' : '')
    else if (text !== undefined) say(text)
  }
  flush()
  return out.join('')
}
