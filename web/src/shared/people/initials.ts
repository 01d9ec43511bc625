// The characters of a name that stand for a person without a picture.

const LATIN = /^[\p{Script=Latin}\s.'-]+$/u
/** Family name and given name; a longer one is a title such as 系统管理员. */
const NAME_MOST = 3

/** The last two characters of a Chinese name, the first two of a longer one; the first letters of the first two words of a Latin one. */
export function initialsOf(name: string): string {
  const words = name.trim()
  if (!LATIN.test(words)) {
    const signs = Array.from(words)
    return (signs.length > NAME_MOST ? signs.slice(0, 2) : signs.slice(-2)).join('')
  }
  const letters = words.split(/\s+/).map((word) => word.charAt(0))
  return (letters.length > 1 ? letters.slice(0, 2).join('') : words.slice(0, 2)).toUpperCase()
}
