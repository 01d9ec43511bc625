import { expect, test } from 'vitest'
import { type Captions, captionsOf, firstOf, NO_CAPTIONS } from './captions.ts'

const attachment = (title: string, fileUrl = '/files/course/a.vtt?sign=1') => ({ title, fileUrl, fileSize: 1 })
const attachments = [
  attachment('电梯.en.vtt', '/files/course/e.vtt?sign=1'),
  attachment('电梯.vtt'),
  attachment('电梯.docx', '/files/course/d.docx'),
  attachment('电梯维修.vtt'),
  attachment('电梯.ja.vtt', ''),
]

test('without captions of the file, attachments with its title are shown, the one without a language first', () => {
  expect(captionsOf({ attachments }, { title: '电梯', captions: [] })).toEqual([
    { src: '/files/course/a.vtt?sign=1', label: '中文', language: 'zh', isDefault: true },
    { src: '/files/course/e.vtt?sign=1', label: 'English', language: 'en', isDefault: false },
  ])
})

test('captions of the file go before attachments of the same language', () => {
  const captions = [{ id: '1', url: '/api/course/caption/1', label: '简体', language: 'zh', isDefault: false }]
  expect(captionsOf({ attachments }, { title: '电梯', captions })).toEqual([
    { src: '/api/course/caption/1', label: '简体', language: 'zh', isDefault: false },
    { src: '/files/course/e.vtt?sign=1', label: 'English', language: 'en', isDefault: false },
  ])
})

test('first comes what the person chose, in this or another form of the language, else the default of the file', () => {
  const one = (language: string, isDefault = false): Captions => ({ src: '/', label: language, language, isDefault })
  const all = [one('zh', true), one('en'), one('pt-BR')]
  const first = (kept: string, among = all) => firstOf(among, kept)?.language
  expect(first('')).toBe('zh')
  expect(first('en')).toBe('en')
  expect(first('pt')).toBe('pt-BR')
  expect(first('zh-Hant')).toBe('zh')
  expect(first('ja')).toBe('zh')
  expect(first(NO_CAPTIONS)).toBeUndefined()
  expect(first('', [one('zh')])).toBeUndefined()
})
