// The words that comments and documents do not use; words.test.ts looks for them in the repository and in deliberate violations.

/** The words of docs/glossary.md, part 3: each is a riddle about who acts, or which thing is meant. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:nobody|somebody|whoever)\b/gi, 'name the role: caller, user, candidate, marker, another request, or "no caller"'],
  [/\bwho\s+may\b/gi, 'write "users who can", "callers with the tag"'],
  [
    /\bwhat\s+(?:is|was)\s+(?:kept|left|told|said|known|noted|due|there|read|seen|given|lost|asked|stored)\b/gi,
    'write the noun: stored values, the rest, due work',
  ],
  [/(?<![\w’'-])(?:he|him|his|she|her)(?![\w-])/gi, 'write "they", "their", or the noun'],
]

/** @returns words of a text that are not used, each with the line and what is written instead; `at` is the number of its first line */
export const unusedWords = (file: string, text: string, at = 1): string[] =>
  WORDS.flatMap(([word, instead]) =>
    [...text.matchAll(word)].map((found) => `${file}:${at + text.slice(0, found.index).split('\n').length - 1}: "${found[0]}"; ${instead}`),
  )

/** @returns the comments of a source with the number of their first line; `//` within a text in quotes is no comment */
export function commentsIn(text: string): { at: number; text: string }[] {
  const token = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[^]*?\*\/|(?<![:\\/])\/\/.*$/gm
  return [...text.matchAll(token)]
    .filter(([found]) => found.startsWith('/'))
    .map((found) => ({ at: text.slice(0, found.index).split('\n').length, text: found[0] }))
}
