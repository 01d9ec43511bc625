import { expect, test } from 'vitest'
import { captionsOf } from './captions.ts'

const attachment = (title: string, fileUrl = '/files/course/a.vtt?sign=1') => ({ title, fileUrl, fileSize: 1 })

test('captions are the attachments with the title of the file, the one without a language first', () => {
  const attachments = [
    attachment('电梯.en.vtt', '/files/course/e.vtt?sign=1'),
    attachment('电梯.vtt'),
    attachment('电梯.docx', '/files/course/d.docx'),
    attachment('电梯维修.vtt'),
    attachment('电梯.en.vtt', ''),
  ]
  expect(captionsOf({ attachments }, { title: '电梯' })).toEqual([
    { src: '/files/course/a.vtt?sign=1', label: '中文', language: 'zh' },
    { src: '/files/course/e.vtt?sign=1', label: 'English', language: 'en' },
  ])
})
