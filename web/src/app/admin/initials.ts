// First letters of the pinyin of Chinese texts, by the collation of the browser: 证书管理 → zsgl.

/** the first character of each letter in the order of pinyin */
const firsts = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨它穵夕丫帀'
const letters = 'abcdefghjklmnopqrstwxyz'
/** characters of menus that have a second reading */
const second: Readonly<Record<string, string>> = {
  重: 'c',
  行: 'h',
  长: 'c',
  调: 't',
  会: 'k',
  单: 's',
  还: 'h',
  藏: 'z',
  参: 's',
  传: 'z',
}
const byPinyin = new Intl.Collator('zh-u-co-pinyin')

function letterOf(character: string): string {
  if (!/\p{Script=Han}/u.test(character)) return /[\da-z]/i.test(character) ? character.toLowerCase() : ''
  let letter = ''
  for (const [at, first] of Array.from(firsts).entries()) {
    if (byPinyin.compare(first, character) > 0) break
    letter = letters[at] ?? ''
  }
  return letter
}

/**
 * @returns the letters, and, where a character has two readings, also those with the second one; separated by a space.
 * Of no use in a browser without Chinese collation: then the letters are wrong, and other words still find the text.
 */
export function initialsOf(text: string): string {
  const characters = Array.from(text)
  const usual = characters.map(letterOf).join('')
  const other = characters.map((one) => second[one] ?? letterOf(one)).join('')
  return usual === other ? usual : `${usual} ${other}`
}
