import { expect, test } from 'vitest'
import { guessedLanguage, textOf } from './caption-file.ts'

test('a file is read as UTF-8, as UTF-16 with its mark, and as GB 18030', async () => {
  const read = (...bytes: number[]) => textOf(new Blob([Uint8Array.from(bytes)]))
  expect(await read(0xe4, 0xbd, 0xa0)).toBe('你')
  expect(await read(0xff, 0xfe, 0x60, 0x4f)).toBe('你')
  expect(await read(0xfe, 0xff, 0x4f, 0x60)).toBe('你')
  expect(await read(0xc4, 0xe3)).toBe('你')
})

test('the language is that of the ending of the name, else guessed by its signs', () => {
  expect(guessedLanguage('进场.en.srt', 'a.mp4')).toBe('en')
  expect(guessedLanguage('lesson_zh-CN.vtt', 'a.mp4')).toBe('zh')
  expect(guessedLanguage('lesson.cht.srt', 'a.mp4')).toBe('zh-Hant')
  expect(guessedLanguage('进场.srt', 'a.mp4')).toBe('zh')
  expect(guessedLanguage('a.srt', 'a.mp4')).toBe('zh')
  expect(guessedLanguage('subtitles.srt', 'a.mp4')).toBe('en')
})
