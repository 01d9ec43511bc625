// Captions of a video: WebVTT or SRT, one text for each language.
import { say } from '../course.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints } from '../../kernel/endpoint.ts'
import { count, flag, id, ids, moment, text } from '../../kernel/field.ts'

/** Characters of one text: ten hours of speech need a tenth of it. */
export const MOST_CAPTION_CHARS = 2_000_000
/** Languages of one file. */
export const MOST_CAPTIONS = 20

function isLanguage(tag: string): boolean {
  try {
    return /^[a-z]{2,3}(?:-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const fields = {
  /** BCP 47: zh, en, zh-Hant */
  language: text('语言代码', 35).refine(isLanguage, encoded(say('captionLanguage'))),
  /** how learners see it in the menu of the player */
  label: text('字幕名称', 40),
  /** shown to learners who have not chosen yet; of one text of the file at most */
  isDefault: flag('默认显示').default(false),
}

/** `url` ends, and works only while its person is signed in. */
export const Caption = z.object({ id: id('字幕'), ...fields, isDefault: flag('默认显示'), url: z.string() })

export const caption = endpoints('course/caption', {
  /**
   * Adds a text or changes it. SRT is turned into WebVTT; colours, fonts and style sheets are left out. What cannot be read is refused at
   * `content`, with the line. Without `content` the stored text stays.
   */
  save: command({
    title: '保存字幕',
    permit: 'course:file:update',
    input: z.object({
      id: id('字幕').optional(),
      fileId: id('课件'),
      ...fields,
      // not trimmed: refusals name the line
      content: z
        .string({ error: encoded(sayKernel('wrongType', { label: '字幕文件' })) })
        .max(MOST_CAPTION_CHARS, encoded(say('captionTooLong')))
        .meta({ title: '字幕文件' })
        .optional(),
    }),
    output: z.object({ id: z.string(), cues: count('字幕条数', 0, MOST_CAPTION_CHARS) }),
  }),
  delete: command({ title: '删除字幕', permit: 'course:file:update', input: ids('字幕'), output: z.literal(true) }),
})

/** A stored text as the back office shows it. */
export const StoredCaption = Caption.extend({ cues: count('字幕条数', 0, MOST_CAPTION_CHARS), updateTime: moment('更新时间') })
